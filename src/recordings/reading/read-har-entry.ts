import { isUtf8 } from 'node:buffer';
import { headerIn, noBody } from '../../conformance/traffic/traffic-exchange.js';
import type {
  NoTrafficResponse,
  TrafficBody,
  TrafficHeaders,
  TrafficResponseMessage,
} from '../../conformance/traffic/traffic-exchange.js';
import type { OwnFields, RecordedExchange } from '../recorded-exchange.js';
import { membersOf } from '../../contract/schema/json-equal.js';
import { fromBase64 } from '../../contract/printing/base64.js';
import { readOwnFields, type Fields } from './own-fields.js';

/**
 * An entry of a HAR as browsers, Playwright, Charles and Drydock write it: what is missing or of another type is taken for not
 * recorded.
 *
 * @param isOwn whether Drydock wrote the HAR, so that `_drydock` in its entries counts
 * @returns undefined for an entry that is no exchange with a server, such as one of a WebSocket or of a redirect that the browser
 *   made itself
 */
export function readHarEntry(entry: unknown, id: string, isOwn: boolean): RecordedExchange | undefined {
  const { request, response, time, startedDateTime, _drydock, _resourceType } = membersOf(entry);
  const sent = membersOf(request);
  const received = membersOf(response);
  if (typeof sent.url !== 'string' || typeof sent.method !== 'string') return undefined;
  if (!/^https?:/i.test(sent.url) || _resourceType === 'websocket') return undefined;
  const [method, requestHeaders] = [sent.method.toUpperCase(), pairsOf(sent.headers)];
  const own = isOwn ? readOwnFields(_drydock) : undefined;
  const responseHeaders = pairsOf(received.headers);
  // A browser answers by itself where it knows that a site wants HTTPS.
  if (headerIn(responseHeaders, 'non-authoritative-reason') !== undefined) return undefined;
  return {
    id,
    startedAt: Date.parse(String(startedDateTime)) || 0,
    durationMs: typeof time === 'number' && time >= 0 ? time : undefined,
    request: {
      method,
      target: sent.url.replace(/#.*$/s, ''),
      headers: requestHeaders,
      body: sentBody(sent, method, requestHeaders, isOwn ? (own ?? {}) : undefined),
    },
    response: responseOf(received, method, responseHeaders, isOwn),
    own,
  };
}

function responseOf(
  received: Fields,
  method: string,
  headers: TrafficHeaders,
  isOwn: boolean,
): TrafficResponseMessage | NoTrafficResponse {
  const { status } = received;
  // Browsers write 0, Playwright -1, for a request that failed; why, nobody can tell.
  if (typeof status !== 'number' || status < 100) return { fault: undefined };
  const hasNoBody = method === 'HEAD' || status === 204 || status === 304 || lengthIn(headers) === 0;
  const saysMore = !isOwn && !hasNoBody && lengthIn(headers) > 0;
  return { status, headers, body: receivedBody(membersOf(received.content), headers, hasNoBody, saysMore) };
}

function sentBody(
  { postData, bodySize }: Fields,
  method: string,
  headers: TrafficHeaders,
  own: OwnFields | undefined,
): TrafficBody {
  const { text, params, _encoding, encoding } = membersOf(postData);
  if (typeof text === 'string' && text !== '') {
    const isBase64 = _encoding === 'base64' || encoding === 'base64';
    const bytes = isBase64 ? fromBase64(text) : Buffer.from(text);
    if (!bytes) return { notHeld: 'its base64 can’t be read' };
    const isChanged = own?.masked?.some((place) => place.startsWith('request body')) ?? false;
    const isCoded = headerIn(headers, 'content-encoding') !== undefined;
    if (own && !isChanged && !isCoded && lengthIn(headers) > bytes.length)
      return { notHeld: `the recording has ${bytes.length} of its ${lengthIn(headers)} bytes` };
    return { bytes, decoded: true };
  }
  // Some write forms as a list of parameters alone, and leave files out.
  if (Array.isArray(params) && params.length > 0) return notRecorded;
  if (typeof bodySize === 'number' && bodySize > 0) return notRecorded;
  // Streams and files leave a size of 0 or none and no text, and so does a response that came first: the headers name a body.
  if (lengthIn(headers) > 0) return notRecorded;
  if (own) return bodySize === -1 ? notRecorded : noBody;
  if (headerIn(headers, 'transfer-encoding') !== undefined) return notRecorded;
  const isKnown = bodySize === 0 || text === '' || lengthIn(headers) === 0;
  const mayHaveBody = !/^(?:GET|HEAD)$/.test(method) && headerIn(headers, 'content-type') !== undefined;
  return mayHaveBody && !isKnown ? notRecorded : noBody;
}

/** The length that the headers name; NaN where they name none. */
function lengthIn(headers: TrafficHeaders): number {
  return Number.parseInt(headerIn(headers, 'content-length') ?? '', 10);
}

const notRecorded: TrafficBody = { notHeld: 'the body was not recorded' };

/** @param saysMore true if the headers name a length, whatever the content says */
function receivedBody(
  content: Fields,
  headers: TrafficHeaders,
  isEmpty: boolean,
  saysMore: boolean,
): TrafficBody {
  const { text, encoding, size, compression } = content;
  if (typeof text !== 'string' || text === '') {
    const saysEmpty = text === '' && (size === 0 || size === undefined) && !saysMore;
    return isEmpty || saysEmpty ? { bytes: new Uint8Array(0) } : notRecorded;
  }
  const isBase64 = encoding === 'base64';
  const bytes = isBase64 ? fromBase64(text) : Buffer.from(text);
  if (!bytes) return { notHeld: 'its base64 can’t be read' };
  // Some write the size of the compressed body, and what decoding it added.
  const isDecodedSize = typeof compression !== 'number' || Number(size) + compression !== bytes.length;
  if (!isBase64 && typeof size === 'number' && size > bytes.length && isDecodedSize)
    return { notHeld: `the recording has ${bytes.length} of its ${size} bytes` };
  return { bytes, decoded: !isCompressed(bytes, headerIn(headers, 'content-encoding')) };
}

/** HAR has bodies as clients read them; some tools leave them compressed all the same. */
function isCompressed(bytes: Uint8Array, coding: string | undefined): boolean {
  if (coding === undefined) return false;
  if (/gzip/i.test(coding)) return bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (/deflate/i.test(coding)) return bytes[0] === 0x78;
  return /br/i.test(coding) && !isUtf8(bytes);
}

function pairsOf(headers: unknown): TrafficHeaders {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((one): [string, string][] => {
    const { name, value } = membersOf(one);
    // Those of HTTP/2 that begin with a colon are no headers; Chrome joins lines of one by a line feed.
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) return [];
    return value.split('\n').map((line) => [name, line]);
  });
}
