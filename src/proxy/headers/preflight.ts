import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPreflight, preflightHeaders } from '../../mock/exchange/cors.js';
import { headerOf } from '../../mock/exchange/request.js';
import { asksForOwnFields } from './own-fields.js';

/** Tells whether a request is a CORS preflight that names fields which speak to Drydock: no target would allow them. */
export function isOwnPreflight({ method, headers }: IncomingMessage): boolean {
  if (method !== 'OPTIONS' || !isPreflight(headers)) return false;
  return asksForOwnFields(headerOf(headers, 'access-control-request-headers'));
}

/** Allows what a preflight asks for. No cookies: whether a page may have an answer with them, the target alone decides. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, preflightHeaders(headers)).end();
}
