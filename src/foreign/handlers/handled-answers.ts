import type { Operation } from '../../contract/operations.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { jsonOf } from '../../mock/exchange/response.js';
import type { OperationAnswerer, OperationCall } from '../../mock/served-operation.js';
import { OptionError } from '../../contract/option-error.js';
import { nearest, suggestion } from '../../contract/nearest-names.js';
import { listed } from '../../contract/printing/listed.js';
import { asksForAnother, type Answer } from '../answer.js';
import type { DocumentAnswers } from '../document-answers.js';
import type { Memory } from '../stateful/stateful-answers.js';
import { handlerStore, type ResourceItems } from './handler-store.js';
import type { GeneratedAnswer, OperationHandler } from './operation-handler.js';

/** The handlers of a mock, and what they work with. */
export interface HandlerParts {
  /** By operationId. */
  readonly handlers: ReadonlyMap<string, OperationHandler>;
  readonly answers: DocumentAnswers;
  readonly memory: Memory;
  /** The items that the mock remembers; undefined where it doesn't. */
  readonly resources: ResourceItems | undefined;
}

/**
 * Puts handlers before the answerers of their operations. A client that asks for an error or for a generated body by `Prefer` is answered
 * without them, as without a memory.
 *
 * @returns undefined for an operation without a handler
 * @throws OptionError naming the nearest operations, where there is none for a handler
 */
export function handledAnswerers(
  { handlers, answers, memory, resources }: HandlerParts,
  operations: readonly Operation[],
): (operation: Operation, withoutHandler: OperationAnswerer) => OperationAnswerer | undefined {
  const ids = operations.map(({ id }) => id);
  for (const [name, handler] of handlers) {
    if (!ids.includes(name)) throw unknownOperation(name, `The handler ${name}`, ids);
    if (typeof handler !== 'function')
      throw new OptionError(`The handler ${name} must be a function, got a value of type ${typeof handler}.`);
  }
  return (operation, withoutHandler) => {
    const handler = handlers.get(operation.id);
    if (!handler) return undefined;
    return async (call) => {
      if (asksForAnother(call)) return withoutHandler(call);
      const refused = answers.refusal(operation, call);
      if (refused) return refused;
      const { body, path, query, headers, sandbox } = call;
      const result: unknown = await handler({
        ...{ body, path, query, headers, sandbox },
        store: handlerStore(memory.documents, sandbox, resources),
        generate: async () => generated(await withoutHandler(call)),
        now: async () => memory.nowIn(sandbox),
      });
      try {
        return answerOf(answers, operation, call, result);
      } catch (cause) {
        throw unsendable(operation, cause);
      }
    };
  };
}

/** A handler has failed. The message says where, in place of a trace. */
export class HandlerFailure extends Error {
  override readonly name = 'HandlerFailure';

  constructor(message: string, options: ErrorOptions) {
    super(message, options);
    this.stack = message;
  }
}

/** A result that can't be sent has no trace into the handler, so the message names its operation. */
function unsendable({ id }: Operation, cause: unknown): HandlerFailure {
  const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1);
  return new HandlerFailure(`The result of the handler ${id} can't be sent: ${reason}`, { cause });
}

export function unknownOperation(name: string, subject: string, known: readonly string[]): OptionError {
  const hint = suggestion(nearest(name, known), `there are ${listed(known, 10)}.`);
  return new OptionError(`${subject} answers no operation of the document: ${hint}`);
}

function generated(answer: Answer): GeneratedAnswer {
  if ('message' in answer) return { ...answer, headers: {}, body: undefined };
  const { status, headers, isJson, body } = answer;
  return { status, headers, body: isJson ? jsonOf(answer) : body };
}

const partNames = new Set(['status', 'headers', 'body', 'message', 'errors']);

/** A result with a number as `status` and nothing but the parts of an answer is one; any other value is the body of a success. */
function answerOf(
  answers: DocumentAnswers,
  operation: Operation,
  call: OperationCall,
  result: unknown,
): Answer {
  const isAnswer =
    isObject(result) &&
    typeof result.status === 'number' &&
    Object.keys(result).every((name) => partNames.has(name));
  if (!isAnswer) return answers.written(operation, call, { body: result });
  const { status, headers, body, message, errors } = result as Omit<GeneratedAnswer, 'body'> & {
    readonly body: unknown;
  };
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(`its status is ${status}, none from 200 to 599`);
  if (body === undefined && (status >= 400 || message !== undefined)) {
    const text = message ?? `The handler of ${operation.id} answers ${status}`;
    return { status, message: text, errors: errors ?? [text] };
  }
  return answers.written(operation, call, { status, headers: textHeaders(headers), body });
}

function textHeaders(headers: unknown): Readonly<Record<string, string>> {
  if (headers === undefined) return {};
  if (!isObject(headers)) throw new TypeError('its headers are no object');
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
