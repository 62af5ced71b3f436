import { knownHosts } from '../../control/guard/known-hosts.js';
import { corsFieldsFor, corsHeaders, isPreflight, preflightHeaders } from '../../mock/exchange/cors.js';
import { protectiveHeaders } from '../../mock/exchange/protective-headers.js';
import type { ReceivedRequest, RequestBody } from '../../mock/exchange/request.js';
import { internalPrefix } from '../../mock/internal-prefix.js';
import type { Mock } from '../../mock/mock.js';
import { abandonExchange, enterExchange, type Recorder } from '../../mock/recording/record-exchange.js';
import { maxBodyBytes } from '../../mock/stages/request-checks.js';
import { createExchange, passStages } from '../../mock/stages/serve-request.js';
import type { MemoryBudget } from '../../state/memory-budget.js';
import { hasBodyStreams, throwIfAborted } from './react-native.js';
import { sendResponse, type ResponseBody } from './send-response.js';
import type { Timers } from './timers.js';

/** A mock that is ready to answer, and what lives as long as it. */
export interface FetchMock {
  readonly mock: Mock;
  /** The path of the handler's address, where the document has no such base path; else empty. */
  readonly base: string;
  readonly recorder: Recorder;
  readonly timers: Timers;
  readonly memory: MemoryBudget;
  readonly log: (line: string) => void;
}

/** Pages of this machine may send cookies, as they may to a server. */
const isKnownHost = knownHosts({});

/**
 * @param given what the request was made of
 * @throws as a `FetchHandler`
 */
export async function answerRequest(
  { mock, base, recorder, timers, log }: FetchMock,
  request: Request,
  given: unknown,
): Promise<Response> {
  const client = { signal: request.signal, requests: [request, given] };
  throwIfAborted(client.signal);
  const received = receiveHead(request, base, timers);
  const { origin, pathname } = new URL(request.url);
  if (received.method === 'OPTIONS' && isPreflight(received.headers))
    return new Response(null, { status: 204, headers: preflightHeaders(received.headers, isKnownHost) });
  if (pathname.startsWith(`${internalPrefix}/`)) return assetResponse(mock, received.method, pathname);
  const arrived = createExchange(mock, received, origin);
  arrived.entered = enterExchange(recorder, arrived, true, timers.elapsed);
  try {
    const body = await receiveBody(request);
    const bodyMs = timers.elapsed() - received.elapsed;
    const exchange = createExchange(mock, { ...received, body, bodyMs }, origin);
    exchange.entered = arrived.entered;
    exchange.cors = corsFieldsFor(received.headers, isKnownHost);
    return await sendResponse(exchange, await passStages(exchange, log), { recorder, timers, client });
  } catch (cause) {
    await abandonExchange(recorder, arrived, 'left');
    throw cause;
  }
}

/**
 * The head of a request of fetch as the mock receives it from a connection.
 *
 * @param base a path that the document does not know, before those of its operations
 */
function receiveHead(request: Request, base: string, timers: Timers): ReceivedRequest {
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
    body: { bytes: nothing, tooLarge: false },
    bodyMs: undefined,
    time: timers.now(),
    elapsed: timers.elapsed(),
  };
}

async function receiveBody(request: Request): Promise<RequestBody> {
  const bytes = hasBodyStreams()
    ? new Uint8Array(await request.arrayBuffer())
    : new TextEncoder().encode(await request.text());
  return bytes.length > maxBodyBytes ? { bytes: nothing, tooLarge: true } : { bytes, tooLarge: false };
}

const nothing = new Uint8Array(0);

const assetHeaders = { ...corsHeaders, ...protectiveHeaders };

/** A file that the service's responses link to; nothing else is under the prefix where there is no server. */
async function assetResponse({ service }: Mock, method: string, path: string): Promise<Response> {
  const assets = service?.assets;
  const prefix = `${internalPrefix}/${assets?.folder ?? ''}/`;
  const isRead = method === 'GET' || method === 'HEAD';
  const asset = isRead && path.startsWith(prefix) ? await assets?.find(path.slice(prefix.length)) : undefined;
  if (!asset) {
    const detail = `There is nothing at ${method} ${path}: a mock without a server has no page and no control API.`;
    const headers = { ...assetHeaders, 'Content-Type': 'application/problem+json; charset=utf-8' };
    const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail };
    return new Response(JSON.stringify(problem), { status: 404, statusText: 'Not Found', headers });
  }
  return new Response(method === 'HEAD' ? null : (asset.body as ResponseBody), {
    statusText: 'OK',
    headers: {
      ...assetHeaders,
      'Content-Type': `${asset.mediaType}; charset=utf-8`,
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
