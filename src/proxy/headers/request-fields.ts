import type { IncomingMessage, ServerResponse } from 'node:http';
import { endToEnd, fieldOf, withoutField } from './end-to-end.js';
import { parsePrefer } from '../../scenarios/choosing/preferred-scenarios.js';
import { isPreflight, preflightHeaders } from '../../mock/exchange/cors.js';
import { headerOf } from '../../mock/exchange/request.js';

/** Methods whose requests Node sends without a body unless a field announces one. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/**
 * The fields of a request as they go to the target: its own, with the target's Host, without those of the connection and those
 * that speak to Drydock, and with Via (RFC 9110 section 7.6.3).
 *
 * @param host of the target
 */
export function fieldsForTarget(request: IncomingMessage, host: string): string[] {
  const { rawHeaders, httpVersion, method = 'GET', headers } = request;
  const fields: string[] = [];
  const all = endToEnd(rawHeaders);
  for (let index = 0; index < all.length; index += 2) {
    const [name = '', value = ''] = [all[index], all[index + 1]];
    const lower = name.toLowerCase();
    if (isOwnField(lower)) continue;
    const kept = lower === 'prefer' ? foreignPreferences(value) : value;
    if (kept !== undefined) fields.push(name, lower === 'host' ? host : kept);
  }
  if (headers.host === undefined) fields.unshift('Host', host);
  fields.push('Via', `${httpVersion} drydock`);
  if (headers['transfer-encoding'] !== undefined) fields.push('Transfer-Encoding', 'chunked');
  else if (headers['content-length'] === undefined && !bodiless.has(method))
    fields.push('Content-Length', '0');
  // Trailers come back only to those who say that they take them (RFC 9110 section 6.5.1).
  if (/(^|[\s,])trailers\b/i.test(fieldOf(rawHeaders, 'te') ?? ''))
    fields.push('TE', 'trailers', 'Connection', 'keep-alive, TE');
  // Only a body in chunks can have trailers, and Node refuses to announce them on any other.
  const isChunked = headers['transfer-encoding'] !== undefined;
  return headers.trailer === undefined || isChunked ? fields : withoutField(fields, 'trailer');
}

/** Preferences that the mock alone knows. */
const ownPreference =
  /(?:^|[,;])[ \t]*(?:code|example|dynamic)[ \t]*(?:=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s,;"]*))?[ \t]*(?=[,;]|$)/gi;

/** Tells whether a field of a request speaks to Drydock and is no business of the target. @param lower its name in lower case */
function isOwnField(lower: string): boolean {
  return lower.startsWith('x-mock-');
}

/** A Prefer field without what speaks to Drydock: undefined where nothing else is in it, and the same text where nothing was. */
function foreignPreferences(value: string): string | undefined {
  if (parsePrefer(value) === undefined && !/\bdynamic\b/i.test(value)) return value;
  const rest = value.replace(ownPreference, '').replace(/^[ \t]*[,;][ \t]*/, '');
  return rest.trim() === '' ? undefined : rest;
}

/** Tells whether a request is a CORS preflight that names fields which speak to Drydock: no target would allow them. */
export function isOwnPreflight({ method, headers }: IncomingMessage): boolean {
  if (method !== 'OPTIONS' || !isPreflight(headers)) return false;
  const requested = headerOf(headers, 'access-control-request-headers') ?? '';
  const names = requested.split(',').map((name) => name.trim().toLowerCase());
  return names.some((name) => isOwnField(name) || name === 'prefer');
}

/** Allows what a preflight asks for. No cookies: whether a page may have an answer with them, the target alone decides. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, preflightHeaders(headers)).end();
}
