import type { KeptBody } from '../../journal/journal-entry.js';

/** A response of the mock: status, headers and the whole body. */
export interface MockResponse {
  readonly status: number;
  /** Without the headers that every response has: Content-Length, CORS, RateLimit. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Bytes of the body. */
  readonly size: number;
  /** Whether `body` is JSON that this process serialized. */
  readonly isJson: boolean;
  /** The copy that all journals share of a body that is sent again and again. */
  readonly shared?: KeptBody;
}

/** A response with a JSON body. */
export function jsonResponse(
  status: number,
  json: unknown,
  headers = noHeaders,
  mediaType = 'application/json',
): MockResponse {
  return jsonTextResponse(status, JSON.stringify(json), headers, mediaType);
}

/** A response with a JSON body that has been serialized already. */
export function jsonTextResponse(
  status: number,
  text: string,
  headers = noHeaders,
  mediaType = 'application/json',
): MockResponse {
  return {
    status,
    headers:
      headers === noHeaders
        ? contentTypeAlone(mediaType)
        : { 'Content-Type': `${mediaType}; charset=utf-8`, ...headers },
    body: text,
    size: byteLength(text),
    isJson: true,
  };
}

/** A response without a body, or with one that this process did not serialize. */
export function plainResponse(status: number, headers: MockResponse['headers'], body?: string): MockResponse {
  return { status, headers, body, size: body === undefined ? 0 : byteLength(body), isJson: false };
}

/** The value of a JSON response. */
export function jsonOf({ body = '' }: MockResponse): unknown {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8; counted without encoding where there is Node's Buffer. */
export const byteLength: (text: string) => number =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text).length : (text) => Buffer.byteLength(text);

const noHeaders: MockResponse['headers'] = {};

/** Headers of JSON responses that have no others, one object for each media type; a document has few. */
const contentTypes = new Map<string, MockResponse['headers']>();

function contentTypeAlone(mediaType: string): MockResponse['headers'] {
  let headers = contentTypes.get(mediaType);
  if (!headers) {
    if (contentTypes.size >= 100) contentTypes.clear();
    headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
    contentTypes.set(mediaType, headers);
  }
  return headers;
}
