import type { RequestParts } from '../cases/request.js';
import type { BodyDecoder } from '../target/decode-body.js';
import type { Outcome, TargetResponse } from '../target/exchange.js';
import { limits } from '../target/limits.js';
import { headerIn } from './traffic-exchange.js';
import type {
  TrafficBody,
  TrafficExchange,
  TrafficHeaders,
  TrafficRequestMessage,
  TrafficResponseMessage,
} from './traffic-exchange.js';

/** Headers that say something of the client or the connection, and nothing of what is asked for. */
const uninteresting =
  /^(?::|sec-|proxy-(?!authorization)|access-control-|(?:host|connection|keep-alive|content-length|transfer-encoding|te|upgrade|expect|user-agent|referer|origin|dnt|priority|pragma|cache-control|upgrade-insecure-requests|via|forwarded|x-forwarded-\w+|x-real-ip)$)/i;

/** The request as rules and evidence look at it. @param path below the base address */
export function requestParts({ request }: TrafficExchange, path: string): RequestParts {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (uninteresting.test(name)) continue;
    const known = Object.hasOwn(headers, name) ? `${headers[name] ?? ''}, ` : '';
    headers[name] = known + value;
  }
  return { method: request.method, path, headers, ...bodyPart(request) };
}

/** Recordings that lack the bodies of GET and HEAD lack nothing. */
function bodyPart({ method, body }: TrafficRequestMessage): Pick<RequestParts, 'body' | 'bodyNotHeld'> {
  if ('notHeld' in body) return /^(?:GET|HEAD)$/.test(method) ? {} : { bodyNotHeld: body.notHeld };
  return body.bytes.length > 0 ? { body: asBuffer(body.bytes) } : {};
}

/** The response, its body without Content-Encoding. */
export async function outcomeOf(exchange: TrafficExchange, decoder: BodyDecoder): Promise<Outcome> {
  const { response, durationMs = 0 } = exchange;
  if ('fault' in response) {
    const unknown = 'no response came, and the client may have ended the request';
    const reason = response.fault ?? response.notJudged ?? unknown;
    return {
      ...{ kind: 'no response', code: 'NO_RESPONSE', reason, begun: false },
      ...(response.fault === undefined ? { notJudged: true as const } : {}),
    };
  }
  const { status, headers, problems = [] } = response;
  const read = await readBody(response, decoder);
  return {
    kind: 'response',
    status,
    headers,
    elapsedMs: durationMs,
    ...read,
    wireProblems: [...problems, ...read.wireProblems],
  };
}

type ReadBody = Pick<TargetResponse, 'body' | 'notRead' | 'wireProblems'>;

async function readBody(
  { headers, body, problems = [] }: TrafficResponseMessage,
  decoder: BodyDecoder,
): Promise<ReadBody> {
  const unread = (notRead: string): ReadBody => ({ body: Buffer.alloc(0), notRead, wireProblems: [] });
  if ('notHeld' in body) return unread(body.notHeld);
  if (body.bytes.length > limits.bodyBytes)
    return unread(`the body is larger than ${limits.bodyBytes / 1024 / 1024} MiB`);
  const encoding = encodingOf(headers, body);
  const raw = asBuffer(body.bytes);
  if (encoding === undefined) return { body: raw, wireProblems: [] };
  if (!isKnownEncoding(encoding))
    return unread(`the body is in the coding ${JSON.stringify(encoding.slice(0, 40))}`);
  const decoded = await decoder.decode(raw, encoding);
  // A truncated body can't be decompressed either, which would only repeat the problem.
  const wireProblems = decoded.problem === undefined || problems.length > 0 ? [] : [decoded.problem];
  return { body: decoded.body, notRead: decoded.notRead, wireProblems };
}

function encodingOf(headers: TrafficHeaders, body: TrafficBody): string | undefined {
  if ('notHeld' in body || body.decoded === true || body.bytes.length === 0) return undefined;
  const value = headerIn(headers, 'content-encoding')?.trim();
  return value === undefined || value === '' || /^identity$/i.test(value) ? undefined : value;
}

function isKnownEncoding(value: string): boolean {
  return value.split(',').every((coding) => /^\s*(?:x-gzip|gzip|br|deflate|identity)?\s*$/i.test(coding));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
