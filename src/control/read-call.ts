/** A request of the control API, read and checked as a request of any document is, and stricter in two things. */
import type { Contract } from '../contract/contract.js';
import { nearest } from '../contract/nearest-names.js';
import type { Operation } from '../contract/operations.js';
import { noParameters, parameterReader, type Parameters } from '../mock/parameters/parameters.js';
import { acceptedBody, mediaTypeProblem, readAcceptedBody } from '../mock/exchange/request.js';
import type { AcceptedBody, ReadBody } from '../mock/exchange/request.js';
import { maxControlBodyBytes, type ControlRequest } from './control-message.js';
import { ControlProblem, problemFrom } from './problem.js';

/** The parameters and the body of a request, typed as the document says. */
export interface ReadCall extends Pick<Parameters, 'path' | 'query'> {
  readonly body: unknown;
  /** The Accept header, where the document has a response in more than one form. */
  readonly accept: string | undefined;
}

/** @throws ControlProblem 400 with one string for each thing that is wrong, 413 or 415 */
export type CallReader = (
  request: ControlRequest,
  pathParameters: Readonly<Record<string, string>>,
) => Promise<ReadCall>;

/** Prepares the reader of an operation's requests. */
export function callReader(contract: Contract, operation: Operation): CallReader {
  const readParameters = parameterReader(contract, operation, (_location, name) => name);
  const accepted = acceptedBody(contract, operation);
  return async (request, pathParameters) => {
    const body = await readBody(accepted, request);
    const read = readParameters?.(request, pathParameters) ?? { parameters: noParameters, problems: [] };
    const problems = [
      ...unknownParameters(operation, request.query),
      ...read.problems.map(({ text }) => text),
      ...('malformed' in body ? [body.malformed] : body.problems.map(({ text }) => text)),
    ];
    if ('malformed' in body || problems.length > 0) throw problemFrom(400, problems);
    const { path, query } = read.parameters;
    return { path, query, body: body.value, accept: request.headers.accept };
  };
}

const noBody: ReadBody = { value: undefined, problems: [] };
const jsonAlone = { required: true, mediaTypes: ['application/json'] };

/**
 * A form of another page can send only the media types of forms, so whatever comes with another one than JSON is refused
 * unread, also where the operation takes no body.
 */
async function readBody(
  accepted: AcceptedBody | undefined,
  { headers, readBody: receive }: ControlRequest,
): Promise<ReadBody> {
  const isEmpty = headers['transfer-encoding'] === undefined && !(Number(headers['content-length'] ?? 0) > 0);
  const problem = mediaTypeProblem(headers, isEmpty, jsonAlone);
  if (problem !== undefined) throw new ControlProblem(415, `${problem}.`);
  const { bytes, tooLarge } = await receive(maxControlBodyBytes);
  if (tooLarge) {
    const detail = `The body must be at most ${maxControlBodyBytes} bytes.`;
    throw new ControlProblem(413, detail, {}, { Connection: 'close' });
  }
  return accepted ? readAcceptedBody(accepted, headers['content-type'], bytes) : noBody;
}

/** A misspelt parameter would be ignored in silence, and its caller see another answer than was asked for. */
function unknownParameters({ parameters }: Operation, query: string): string[] {
  const known = parameters.filter(({ value }) => value.in === 'query').map(({ value }) => value.name);
  return [...new Set(new URLSearchParams(query).keys())]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [near] = nearest(name, known, 1);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      return `${JSON.stringify(name.slice(0, 60))} is not a known query parameter${hint}`;
    });
}
