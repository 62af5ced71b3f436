import type { IncomingMessage } from 'node:http';
import type { Problem } from '../contract/validation/problem-text.js';
import type { Exchange, RequestBody } from './exchange.js';
import { noParameters } from './routing/parameters.js';
import type { ServerContext } from '../server/server-context.js';

const noProblems: readonly Problem[] = [];

/**
 * What is known of a request before the first stage.
 *
 * @param arrivedAt milliseconds since 1970
 * @param arrivedElapsed the same moment on a clock that never jumps, in milliseconds
 */
export function createExchange(
  context: ServerContext,
  request: IncomingMessage,
  requestBody: RequestBody,
  arrivedAt: number,
  arrivedElapsed: number,
): Exchange {
  const mock = context.mock();
  const { headers } = request;
  const method = request.method ?? 'GET';
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  const match = mock.routes.find(method, path);
  const identity = mock.identify(headers, query);
  const origin = mock.publicUrl ?? originOf(headers.host) ?? context.ownOrigin();
  return {
    mock,
    method,
    path,
    query,
    httpVersion: request.httpVersion,
    headers,
    origin,
    requestBody,
    match,
    identity,
    arrivedAt,
    arrivedElapsed,
    parameters: noParameters,
    value: undefined,
    problems: noProblems,
    quota: undefined,
    scenario: undefined,
    dynamic: false,
  };
}

let latestHost: string | undefined;
let latestOrigin: string | undefined;

/** The origin that the client used, when its Host is plain enough to stand in a URL. */
function originOf(host: string | undefined): string | undefined {
  // Nearly every request has the Host of the one before.
  if (host === latestHost) return latestOrigin;
  latestHost = host;
  latestOrigin =
    host !== undefined && /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(:\d{1,5})?$/.test(host)
      ? `http://${host}`
      : undefined;
  return latestOrigin;
}
