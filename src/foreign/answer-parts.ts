import type { Contract } from '../contract/contract.js';
import type { MockParts } from '../mock/create-mock.js';
import type { Service } from '../mock/service-definition.js';
import type { DocumentAnswers } from './document-answers.js';
import type { OperationHandler } from './handlers/operation-handler.js';
import type { Memory, StatefulAnswers } from './stateful/stateful-answers.js';

/** What is known of a mock before its answers. */
interface Known {
  readonly contract: Contract;
  readonly service: Service | undefined;
  readonly options: MockParts['options'];
  readonly memory: Memory;
  /** The user's own, by operationId. */
  readonly handlers: ReadonlyMap<string, OperationHandler> | undefined;
  /** Gives a mock that remembers what it has at its start. @throws OptionError for what can't be used */
  readonly begin?: (stateful: StatefulAnswers) => void | Promise<void>;
}

type AnswerParts = Pick<MockParts, 'answerFromDocument' | 'remembers' | 'handled'> & {
  /** Undefined where the service has a handler for each operation. */
  readonly answers?: DocumentAnswers;
};

/**
 * Makes the answers of operations that the service has no handler for, from the document, from what is remembered and from the
 * user's handlers. Each is loaded only where it is needed.
 *
 * @throws OptionError for a handler of no operation
 */
export async function answerParts(known: Known): Promise<AnswerParts> {
  const { contract, service, options, memory, handlers, begin } = known;
  const own = service?.handlers ?? {};
  const isHandled = contract.operations.every(({ id }) => Object.hasOwn(own, id));
  if (isHandled && handlers === undefined) return { answerFromDocument: undefined };
  const { DocumentAnswers: Answers } = await import('./document-answers.js');
  const answers = new Answers(contract, options);
  const remembering = options.stateful ? await import('./stateful/stateful-answers.js') : undefined;
  const stateful = remembering && new remembering.StatefulAnswers(contract, answers, memory);
  if (stateful) await begin?.(stateful);
  const handling = handlers && (await import('./handlers/handled-answers.js'));
  const resources = stateful && ((path: string, sandbox: string) => stateful.itemsAt(path, sandbox));
  return {
    answers,
    answerFromDocument: (operation) => (stateful ?? answers).answererFor(operation),
    remembers: stateful && ((operation) => stateful.remembers(operation)),
    handled:
      handlers && handling?.handledAnswerers({ handlers, answers, memory, resources }, contract.operations),
  };
}
