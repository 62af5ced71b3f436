import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import type { MockParts } from '../mock/create-mock.js';
import { respondWith } from '../mock/exchange/response.js';
import type { Answerer, OperationAnswerer } from '../mock/served-operation.js';
import type { Service } from '../mock/service-definition.js';
import type { DocumentAnswers } from './document-answers.js';
import type { OperationHandler } from './handlers/operation-handler.js';
import type { Memory, StatefulAnswers } from './stateful/stateful-answers.js';

/** Parts of a mock that are known before its answers. */
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

type AnswerParts = Pick<MockParts, 'answererOf' | 'withOwnLinks'> & {
  /** Undefined where the service has a handler for each operation. */
  readonly answers?: DocumentAnswers;
};

/**
 * Makes the answers of operations: by the service's handlers, else from what is remembered or from the document, and by the user's
 * handlers in their place. Each is loaded only where it is needed.
 *
 * @throws OptionError for a handler of no operation
 */
export async function answerParts(known: Known): Promise<AnswerParts> {
  const { contract, service, options, memory, handlers, begin } = known;
  const ofService = new Map<string, Answerer>();
  for (const [id, handler] of Object.entries(service?.handlers ?? {}))
    ofService.set(id, { answer: respondWith(handler), answeredBy: 'handler' });
  if (handlers === undefined && contract.operations.every(({ id }) => ofService.has(id)))
    return { answererOf: ({ id }) => ofService.get(id) ?? nobody(id) };
  const { DocumentAnswers: Answers } = await import('./document-answers.js');
  const { withConditions } = await import('./conditional-answers.js');
  const answers = new Answers(contract, options);
  const remembering = options.stateful ? await import('./stateful/stateful-answers.js') : undefined;
  const stateful = remembering && new remembering.StatefulAnswers(contract, answers, memory);
  if (stateful) await begin?.(stateful);
  const handling = handlers && (await import('./handlers/handled-answers.js'));
  const resources = stateful && ((path: string, sandbox: string) => stateful.itemsAt(path, sandbox));
  const ofUser =
    handlers && handling?.handledAnswerers({ handlers, answers, memory, resources }, contract.operations);
  const reading = new Map(
    contract.operations.filter(({ method }) => method === 'get').map((one) => [one.path, one]),
  );
  const answererFor = (operation: Operation): OperationAnswerer => {
    const source = stateful ?? answers;
    const read = reading.get(operation.path);
    const answer = withConditions(operation, source.answererFor(operation), read && source.answererFor(read));
    return stateful?.withKeys(operation, answer) ?? answer;
  };
  return {
    answers,
    withOwnLinks: answers.withOwnLinks.bind(answers),
    answererOf: (operation) => {
      const own = ofService.get(operation.id) ?? {
        answer: answererFor(operation),
        answeredBy: stateful?.remembers(operation) ? 'memory' : 'document',
      };
      const answer = ofUser?.(operation, own.answer);
      return answer ? { answer, answeredBy: 'handler' } : own;
    },
  };
}

function nobody(id: string): never {
  throw new TypeError(`Nothing answers the operation ${id}.`);
}
