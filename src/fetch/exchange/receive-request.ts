import type { ReceivedRequest, RequestBody } from '../../mock/exchange/request.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import { hasBodyStreams } from './body-streams.js';
import type { Timers } from './timers.js';

/**
 * The head of a request of fetch as the mock receives it from a connection.
 *
 * @param base a path that the document does not know, before those of its operations
 */
export function receiveHead(request: Request, base: string, timers: Timers): ReceivedRequest {
  const { host, pathname, search, protocol } = new URL(request.url);
  const headers: Record<string, string> = {};
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return {
    method: request.method.toUpperCase(),
    target: (pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname) + search,
    httpVersion: '1.1',
    headers: { ...headers, host },
    isSecure: protocol === 'https:',
    body: { bytes: new Uint8Array(0), tooLarge: false },
    bodyMs: undefined,
    time: timers.now(),
    elapsed: timers.elapsed(),
  };
}

export async function receiveBody(request: Request): Promise<RequestBody> {
  return bodyOf(await bytesOf(request));
}

async function bytesOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (hasBodyStreams()) return new Uint8Array(await request.arrayBuffer());
  return new TextEncoder().encode(await request.text());
}

function bodyOf(bytes: Uint8Array): RequestBody {
  return bytes.length > maxBodyBytes
    ? { bytes: new Uint8Array(0), tooLarge: true }
    : { bytes, tooLarge: false };
}
