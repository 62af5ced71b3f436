import type { StoreAwayError } from '../state/store-away.js';
import type { Answer, Exchange } from './exchange.js';

/** An answer with a JSON body. */
export function jsonAnswer(
  status: number,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
  mediaType = 'application/json',
): Answer {
  return {
    status,
    headers: { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers },
    body: JSON.stringify(json),
    json,
  };
}

/**
 * An error in the document's own shape.
 *
 * @param errors one string for each problem, at least one
 */
export function refusal(
  { mock, match }: Pick<Exchange, 'mock' | 'match'>,
  status: number,
  message: string,
  errors: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const operation = match.kind === 'operation' ? match.served.operation : undefined;
  const { mediaType, body } = mock.contract.errorBodies.for(operation, { status, message, errors });
  return jsonAnswer(status, body, headers, mediaType);
}

/** 503 while the mock's store is away: what HTTP says (RFC 9110 section 15.6.4), in the document's error shape. */
export function storeAway(exchange: Pick<Exchange, 'mock' | 'match'>, { message }: StoreAwayError): Answer {
  return refusal(exchange, 503, "The mock's store is away; try again", [message], { 'Retry-After': '1' });
}
