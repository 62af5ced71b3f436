import type { StoreUnavailableError } from '../state/store-unavailable.js';
import type { Answer, Exchange } from './exchange.js';

/** An answer with a JSON body. */
export function jsonAnswer(
  status: number,
  json: unknown,
  headers = noHeaders,
  mediaType = 'application/json',
): Answer {
  return jsonTextAnswer(status, JSON.stringify(json), headers, mediaType);
}

/** An answer with a JSON body that is a text already. */
export function jsonTextAnswer(
  status: number,
  text: string,
  headers = noHeaders,
  mediaType = 'application/json',
): Answer {
  return {
    status,
    headers:
      headers === noHeaders
        ? contentTypeAlone(mediaType)
        : { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers },
    body: text,
    size: Buffer.byteLength(text),
    isJson: true,
  };
}

/** An answer whose body is no JSON that was made here, or that has none. */
export function plainAnswer(status: number, headers: Answer['headers'], body?: string): Answer {
  return { status, headers, body, size: body === undefined ? 0 : Buffer.byteLength(body), isJson: false };
}

/** The value of a JSON answer. */
export function valueOf({ body = '' }: Answer): unknown {
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
}

const noHeaders: Answer['headers'] = {};
const alone = new Map<string, Answer['headers']>();

/** The same object for the same media type; a document has few. */
function contentTypeAlone(mediaType: string): Answer['headers'] {
  let headers = alone.get(mediaType);
  if (!headers) {
    if (alone.size >= 100) alone.clear();
    headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
    alone.set(mediaType, headers);
  }
  return headers;
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
  headers: Answer['headers'] = noHeaders,
): Answer {
  const operation = match.kind === 'operation' ? match.served.operation : undefined;
  const { mediaType, body } = mock.contract.errorBodies.for(operation, { status, message, errors });
  return jsonAnswer(status, body, headers, mediaType);
}

/** 503 while the mock's store is away: what HTTP says (RFC 9110 section 15.6.4), in the document's error shape. */
export function storeUnavailable(
  exchange: Pick<Exchange, 'mock' | 'match'>,
  { message }: StoreUnavailableError,
): Answer {
  return refusal(exchange, 503, "The mock's store is away; try again", [message], { 'Retry-After': '1' });
}
