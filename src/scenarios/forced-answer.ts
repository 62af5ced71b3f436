import type { Contract } from '../contract/contract.js';
import { headerText } from '../contract/printing/header-text.js';
import type { HeaderObject, Reference, ResponseObject } from '../contract/openapi.js';
import {
  examplesOf,
  follow,
  jsonMediaType,
  responseFor,
  type Located,
  type Operation,
} from '../contract/operations.js';
import { reasonPhrases } from './reason-phrases.js';
import type { Content, ForcedAnswer } from './scenario.js';

/**
 * The document's own answer of an operation for a status: a named example or the first one, else an error in the document's
 * shape. So is an error that any request may meet and the document does not have. Undefined when the document has no such
 * answer, or none that can be made without guessing.
 *
 * @param example the name of a documented example
 */
export function documentedAnswer(
  contract: Contract,
  operation: Operation,
  status: number,
  example?: string,
): ForcedAnswer | undefined {
  const response = responseFor(operation, status);
  if (!response)
    return example === undefined && statusesAnywhere.includes(status)
      ? plainError(contract, operation, status)
      : undefined;
  if (response.value.content === undefined) {
    const headers = ownHeaders(contract, operation, status, undefined);
    return example === undefined ? { status, headers, content: undefined } : undefined;
  }
  const content = exampleContent(contract, response, example);
  if (content) return { status, headers: ownHeaders(contract, operation, status, content), content };
  if (example !== undefined || status < 400) return undefined;
  return plainError(contract, operation, status);
}

function plainError(contract: Contract, operation: Operation, status: number): ForcedAnswer {
  const reason = reasonPhrases[status] ?? `Status ${status}`;
  return errorAnswer(contract, operation, { status, message: reason, errors: [reason] });
}

/** An error with a text of its own, in the document's shape for the operation and status. */
export function errorAnswer(
  contract: Contract,
  operation: Operation,
  error: { status: number; message: string; errors: readonly string[] },
): ForcedAnswer {
  const { mediaType, body, text } = contract.errorBodies.for(operation, error);
  const content: Content = { mediaType, body: text === undefined ? { json: body } : { text } };
  return {
    status: error.status,
    headers: ownHeaders(contract, operation, error.status, content),
    content,
  };
}

export function exampleNames(contract: Contract, operation: Operation, status: number): string[] {
  const content = responseFor(operation, status)?.value.content ?? {};
  return Object.values(content).flatMap((media) => [...examplesOf(contract.document, media).keys()]);
}

/** JSON first; of an unnamed example the first one. */
function exampleContent(
  contract: Contract,
  response: Located<ResponseObject>,
  name: string | undefined,
): Content | undefined {
  const { content = {} } = response.value;
  const json = jsonMediaType(content);
  const names = json === undefined ? Object.keys(content) : [json];
  for (const mediaType of names) {
    const examples = examplesOf(contract.document, content[mediaType] ?? {});
    const key = name ?? examples.keys().next().value;
    if (key === undefined || !examples.has(key)) continue;
    const value = examples.get(key);
    if (mediaType === json)
      return { mediaType, body: { json: contract.errorBodies.example(response, mediaType, value) } };
    if (typeof value === 'string') return { mediaType, body: { text: value } };
  }
  return undefined;
}

/**
 * The documented example values of the headers that this status has and the operation's success has not, such as
 * Retry-After of a 429. Headers that both have (the quota's) tell a state, which an example can't know. Somebody else's document
 * gets all that it has, as in its other responses.
 */
function ownHeaders(
  contract: Contract,
  operation: Operation,
  status: number,
  content: Content | undefined,
): Readonly<Record<string, string>> {
  const usual = new Set(
    [...operation.responses]
      .filter(([code]) => code.startsWith('2'))
      .flatMap(([, response]) => Object.keys(response.value.headers ?? {})),
  );
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(responseFor(operation, status)?.value.headers ?? {})) {
    const isAllow = status === 405 && name.toLowerCase() === 'allow';
    const documented = isAllow ? methodsOf(contract, operation) : headerExample(contract, header);
    const text = usual.has(name) || documented === undefined ? undefined : headerText(name, documented);
    if (text !== undefined) headers[name] = text;
  }
  const body = content && 'json' in content.body ? content.body.json : undefined;
  return contract.errorBodies.headers(operation, status, headers, body);
}

/** Lists the methods that the path really allows (RFC 9110 section 10.2.1), where an example would name another path's methods. */
function methodsOf(contract: Contract, { path }: Operation): string {
  const methods = contract.operations
    .filter((other) => other.path === path)
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return [...new Set([...methods, 'OPTIONS'])].join(', ');
}

function headerExample(contract: Contract, header: HeaderObject | Reference): string | undefined {
  const { example } = follow<HeaderObject>(contract.document, { pointer: '', value: header }).value;
  return typeof example === 'string' || typeof example === 'number' ? String(example) : undefined;
}

/**
 * Errors that any request may meet, whatever its document says: from a server that fails, and from proxies, gateways and
 * frameworks on the way.
 */
export const statusesAnywhere: readonly number[] = [408, 422, 500, 502, 503, 504];

/** Tells whether a scenario may answer an operation with a status and keep the contract. */
export function mayAnswer(operation: Operation, status: number): boolean {
  return statusesAnywhere.includes(status) || responseFor(operation, status) !== undefined;
}

/** Answers by operation id, each made when it is first asked for; undefined for an operation that is none of these. */
export function answersOf(
  operations: readonly Operation[],
  make: (operation: Operation) => ForcedAnswer | undefined,
): (operationId: string) => ForcedAnswer | undefined {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const made = new Map<string, ForcedAnswer | undefined>();
  return (id) => {
    const operation = byId.get(id);
    if (operation && !made.has(id)) made.set(id, make(operation));
    return made.get(id);
  };
}
