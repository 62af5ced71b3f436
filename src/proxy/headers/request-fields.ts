import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { endToEnd, fieldOf, withoutFields } from './end-to-end.js';
import { parsePrefer } from '../../scenarios/choosing/preferred-scenarios.js';
import { headerOf } from '../../mock/exchange/request.js';

/** Methods whose requests Node sends without a body unless a field announces one. */
const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/**
 * The fields of a request as they go to the target: its own, with the target's Host, without those of the connection and those
 * that speak to Drydock.
 *
 * @param host of the target; undefined where it gets the client's
 * @param hasVia whether Via names the proxy (RFC 9110 section 7.6.3)
 */
export function fieldsForTarget(
  request: IncomingMessage,
  host: string | undefined,
  hasVia: boolean,
): string[] {
  const { rawHeaders, httpVersion, method = 'GET', headers } = request;
  const fields: string[] = [];
  const all = endToEnd(rawHeaders);
  for (let index = 0; index < all.length; index += 2) {
    const [name = '', value = ''] = [all[index], all[index + 1]];
    const lower = name.toLowerCase();
    if (isOwnField(lower)) continue;
    const kept = foreignPart(lower, value, headers);
    if (kept !== undefined) fields.push(name, lower === 'host' ? (host ?? kept) : kept);
  }
  if (headers.host === undefined && host !== undefined) fields.unshift('Host', host);
  if (hasVia) fields.push('Via', `${httpVersion} drydock`);
  if (headers['transfer-encoding'] !== undefined) fields.push('Transfer-Encoding', 'chunked');
  else if (headers['content-length'] === undefined && !bodiless.has(method))
    fields.push('Content-Length', '0');
  // Trailers come back only to those who say that they take them (RFC 9110 section 6.5.1).
  if (/(^|[\s,])trailers\b/i.test(fieldOf(rawHeaders, 'te') ?? ''))
    fields.push('TE', 'trailers', 'Connection', 'keep-alive, TE');
  // Only a body in chunks can have trailers, and Node refuses to announce them on any other.
  const isChunked = headers['transfer-encoding'] !== undefined;
  return headers.trailer === undefined || isChunked ? fields : withoutFields(fields, 'trailer');
}

/** Preferences that the mock alone knows. */
const ownPreference =
  /(?:^|[,;])[ \t]*(?:code|example|dynamic)[ \t]*(?:=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s,;"]*))?[ \t]*(?=[,;]|$)/gi;

/** Tells whether a field of a request speaks to Drydock and is no business of the target. @param lower its name in lower case */
function isOwnField(lower: string): boolean {
  return lower.startsWith('x-mock-');
}

/** The value of a field without what speaks to Drydock; undefined where nothing else is in it. */
function foreignPart(lower: string, value: string, headers: IncomingHttpHeaders): string | undefined {
  if (lower === 'prefer') return foreignPreferences(value);
  if (lower !== 'access-control-request-headers') return value;
  const { own, others } = requestedNames(headers);
  if (own.length === 0) return value;
  return others.length > 0 ? others.join(',') : undefined;
}

/** A Prefer field without what speaks to Drydock: undefined where nothing else is in it, and the same text where nothing was. */
function foreignPreferences(value: string): string | undefined {
  if (parsePrefer(value) === undefined && !/\bdynamic\b/i.test(value)) return value;
  const rest = value.replace(ownPreference, '').replace(/^[ \t]*[,;][ \t]*/, '');
  return rest.trim() === '' ? undefined : rest;
}

/** The fields that a preflight asks for: those that speak to Drydock, which no target would allow, and those that are its business. */
export function requestedNames(headers: IncomingHttpHeaders): { own: string[]; others: string[] } {
  const requested = headerOf(headers, 'access-control-request-headers') ?? '';
  const names = requested.split(',').map((name) => name.trim());
  const isOwn = (name: string): boolean => isOwnField(name.toLowerCase()) || name.toLowerCase() === 'prefer';
  return {
    own: names.filter(isOwn),
    others: names.filter((name) => name !== '' && !isOwn(name)),
  };
}
