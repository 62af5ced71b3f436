import type { ErrorPlace } from '../../contract/error-body.js';
import { responseFor, type Operation } from '../../contract/operations.js';
import type { StoreUnavailableError } from '../../state/store-unavailable.js';
import type { Exchange } from './exchange.js';
import { problemList, problemsHeader } from './problem-list.js';
import { jsonResponse, plainResponse, type MockResponse } from './response.js';

/** The part of an exchange that decides on the shape of an error. */
type FailedExchange = Pick<Exchange, 'mock' | 'match'>;

/**
 * An error in the document's own shape.
 *
 * @param errors one string for each problem, at least one
 * @param places where they are, if they are of the request's values
 */
export function errorResponse(
  { mock, match }: FailedExchange,
  status: number,
  message: string,
  errors: readonly string[],
  headers?: MockResponse['headers'],
  places?: readonly ErrorPlace[],
): MockResponse {
  const operation: Operation | undefined = match.kind === 'operation' ? match.served.operation : undefined;
  const said = operation ? documentedStatus(operation, status) : status;
  const { errorBodies } = mock.contract;
  const documented = errorBodies.headers(operation, said, headers ?? {});
  const error = { status: said, message, errors, headers: documented, places };
  const { mediaType, body, text } = errorBodies.for(operation, error);
  const all = { [problemsHeader]: problemList(errors), ...documented };
  if (text === undefined) return jsonResponse(said, body, all, mediaType);
  return plainResponse(said, { 'Content-Type': mediaType, ...all }, text);
}

/** Some documents call a wrong request 400, others 422, and their clients know only that one. */
const synonyms: Readonly<Record<number, number>> = { 400: 422, 422: 400 };

function documentedStatus(operation: Operation, status: number): number {
  const other = synonyms[status];
  if (other === undefined || responseFor(operation, status)) return status;
  return responseFor(operation, other) ? other : status;
}

/** The 429 of a spent quota. @param seconds until the client may try again */
export function quotaSpent(exchange: FailedExchange, seconds: number): MockResponse {
  const unit = seconds === 1 ? 'second' : 'seconds';
  return errorResponse(
    exchange,
    429,
    `Rate limit exceeded. Retry after ${seconds} ${unit}`,
    [`Too many requests: retry after ${seconds} ${unit} and back off exponentially`],
    { 'Retry-After': String(seconds) },
  );
}

/** 503 while the mock's store is unavailable (RFC 9110 section 15.6.4), in the document's error shape. */
export function storeUnavailable(exchange: FailedExchange, { message }: StoreUnavailableError): MockResponse {
  return errorResponse(exchange, 503, "The mock's store is unavailable; try again", [message], {
    'Retry-After': '1',
  });
}
