import type { Problem } from '../../contract/validation/problem-text.js';
import type { Mock } from '../mock.js';
import { noParameters } from '../routing/parameters.js';
import type { Exchange } from './exchange.js';
import type { ReceivedRequest } from './request.js';

const noProblems: readonly Problem[] = [];

/**
 * The exchange of a request before its first stage.
 *
 * @param ownOrigin the origin of absolute URLs where the request's Host can't be used
 */
export function createExchange(mock: Mock, request: ReceivedRequest, ownOrigin: string): Exchange {
  const { method, target, headers } = request;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  return {
    mock,
    method,
    path,
    query,
    request,
    origin: mock.publicUrl ?? originOf(headers.host) ?? ownOrigin,
    match: mock.routes.find(method, path),
    identity: mock.identify(headers, query),
    parameters: noParameters,
    value: undefined,
    problems: noProblems,
    quota: undefined,
    scenario: undefined,
    dynamic: false,
  };
}

/** The origin that the client used, if its Host can stand in a URL. */
function originOf(host: string | string[] | undefined): string | undefined {
  const isPlain =
    typeof host === 'string' && /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(:\d{1,5})?$/.test(host);
  return isPlain ? `http://${host}` : undefined;
}
