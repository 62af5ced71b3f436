import type { KeptBody } from '../../journal/journal-entry.js';
import type { MaybePromise, Quota, QuotaSpent } from '../../state/state.js';
import type { Handler, HandlerCall, HandlerError, HandlerResult } from '../service-definition.js';
import { corsHeaders, mustBeExposed } from './cors.js';
import { protectUnlessJson } from './protective-headers.js';

/** A response of the mock: status, headers and the whole body. */
export interface MockResponse {
  readonly status: number;
  /** Without the headers that every response has: Content-Length, CORS, RateLimit. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Bytes of the body. */
  readonly size: number;
  /** True if `body` is JSON that this process serialized. */
  readonly isJson: boolean;
  /** The copy that all journals share of a body that is sent again and again. */
  readonly shared?: KeptBody;
}

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
const jsonAlone: MockResponse['headers'] = { 'Content-Type': 'application/json; charset=utf-8' };

function contentTypeAlone(mediaType: string): MockResponse['headers'] {
  if (mediaType === 'application/json') return jsonAlone;
  let headers = contentTypes.get(mediaType);
  if (!headers) {
    if (contentTypes.size >= 100) contentTypes.clear();
    headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
    contentTypes.set(mediaType, headers);
  }
  return headers;
}

/** Turns what a handler returns into a response. */
export function respondWith(handler: Handler) {
  const serialize = serializer();
  return (call: HandlerCall): MaybePromise<MockResponse | HandlerError> => {
    const result = handler(call);
    return result instanceof Promise ? result.then(serialize) : serialize(result);
  };
}

/** A handler whose response never changes may return the same object each time: it is serialized once. */
function serializer(): (result: HandlerResult) => MockResponse | HandlerError {
  let latest: HandlerResult | undefined;
  let latestResponse: MockResponse | undefined;
  return (result) => {
    if ('message' in result) return result;
    if ('bodyText' in result) return jsonTextResponse(result.status, result.bodyText);
    if (result.body === undefined) return plainResponse(result.status, {});
    if (result === latest && latestResponse)
      return latestResponse.shared ? latestResponse : (latestResponse = sharing(latestResponse));
    latest = result;
    return (latestResponse = jsonResponse(result.status, result.body));
  };
}

/** All journals share one copy of a body that is sent again and again. */
function sharing(response: MockResponse): MockResponse {
  const { body = '', size } = response;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { ...response, shared: { bytes, size, lasting: true } };
}

/** The parts of an exchange that are seen in the headers of its response. */
interface RespondingExchange {
  readonly cors?: Readonly<Record<string, string>> | undefined;
  readonly mock: { readonly quota: Quota | undefined };
  readonly quota: Pick<QuotaSpent, 'remaining' | 'resetSeconds'> | undefined;
}

const corsPairs = Object.entries(corsHeaders).flat();

/** All headers of a response, names and values in turn: a form that Node's HTTP server writes without copying it. */
export function responseHeaders({ mock, quota, cors }: RespondingExchange, response: MockResponse): string[] {
  const { status, headers, body, size } = response;
  const pairs = cors ? Object.entries(cors).flat() : [...corsPairs];
  if (body !== undefined) pairs.push('Content-Length', String(size));
  else if (status !== 204 && status !== 304) pairs.push('Content-Length', '0');
  if (quota && mock.quota) {
    // The IETF's RateLimit fields (draft-ietf-httpapi-ratelimit-headers).
    pairs.push('RateLimit', `"default";r=${quota.remaining};t=${quota.resetSeconds}`);
    pairs.push('RateLimit-Policy', `"default";q=${mock.quota.limit};w=${mock.quota.windowSeconds}`);
  }
  const isVarying = cors !== undefined && 'Vary' in cors;
  let others = '';
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (isVarying && name.toLowerCase() === 'vary') vary(pairs, value);
    else pairs.push(name, value);
    // Nearly every response has this one, in this form.
    if (name !== 'Content-Type' && mustBeExposed(name)) others += `, ${name}`;
  }
  if (others !== '') expose(pairs, others);
  if (body !== undefined && headers !== jsonAlone) protectUnlessJson(pairs);
  return pairs;
}

/** One field for both: whatever sets headers by their names would keep only the last. */
function vary(pairs: string[], value: string): void {
  const at = pairs.indexOf('Vary') + 1;
  pairs[at] = `${pairs[at] ?? ''}, ${value}`;
}

/** Lets a page of another origin read further headers. @param others names, each behind a comma */
function expose(pairs: string[], others: string): void {
  const at = pairs.indexOf('Access-Control-Expose-Headers') + 1;
  if (at > 0) pairs[at] = `${pairs[at] ?? ''}${others}`;
}
