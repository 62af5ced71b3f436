import { headerIn } from '../../conformance/traffic/traffic-exchange.js';
import type { TrafficBody, TrafficHeaders } from '../../conformance/traffic/traffic-exchange.js';
import { shownHeader, shownQuery, type CredentialNames } from '../../journal/credential-names.js';
import { textOf } from '../../journal/describe-body.js';
import { credentialsIn } from '../../secrets/credentials-in.js';
import { Redactor } from '../../secrets/redactor.js';
import { sensitiveMembers, isSensitiveName, isSensitiveParameter } from '../../secrets/sensitive-names.js';
import type { RecordedExchange } from '../recorded-exchange.js';

/** A credential that is shorter is masked in its own place alone: elsewhere its text is too common. */
const shortestElsewhere = 8;
/** Keys of sandboxes say themselves what they are, and open nothing. */
const isPublic = (credential: string): boolean =>
  /^(?:Bearer )?dk_(?:test|expired|limited)_[\w.~-]+$/.test(credential);
/** Recognizes what is masked already. */
const isMasked = (text: string): boolean => /…|^\**$/.test(text);

/**
 * The exchange without its secrets, and where they stood: credentials in headers, cookies and addresses by their first
 * characters; members of bodies that are secrets by their name, and credentials that come again in a body, as asterisks. A body
 * keeps its length.
 */
export function maskExchange(exchange: RecordedExchange): RecordedExchange {
  const { request, response } = exchange;
  const presented = presentedBy(exchange);
  const redactor = new Redactor(presented.filter(({ length }) => length >= shortestElsewhere));
  const sent = maskBody(request.body, redactor);
  const received = 'fault' in response ? undefined : maskBody(response.body, redactor);
  const masked = [
    ...maskedHeaders('request', request.headers),
    ...sent.names.map((name) => `request body: ${name}`),
    ...('fault' in response ? [] : maskedHeaders('response', response.headers)),
    ...(received?.names ?? []).map((name) => `response body: ${name}`),
  ];
  const known = exchange.own?.masked ?? [];
  return {
    ...exchange,
    request: {
      ...request,
      target: maskTarget(request.target),
      headers: maskHeaders(request.headers),
      body: sent.body,
    },
    response:
      received && !('fault' in response)
        ? { ...response, headers: maskHeaders(response.headers), body: received.body }
        : response,
    ...(masked.length + known.length > 0 && {
      own: { ...exchange.own, masked: [...new Set([...known, ...masked])] },
    }),
  };
}

function presentedBy({ request }: RecordedExchange): string[] {
  return request.headers
    .filter(([name]) => isSensitiveName(name))
    .flatMap(([name, value]) => credentialsIn(name, value))
    .filter((credential) => !isPublic(credential) && !isMasked(credential));
}

function maskHeaders(headers: TrafficHeaders): TrafficHeaders {
  return headers.map(([name, value]) => [name, maskHeader(name.toLowerCase(), value)] as const);
}

function maskHeader(name: string, value: string): string {
  if (!isSensitiveName(name)) return value;
  const names: CredentialNames = { headers: new Set([name, 'cookie']), query: new Set(), isPublic };
  if (name !== 'set-cookie') return shownHeader(name, value, names);
  const [pair = '', ...attributes] = value.split(';');
  return [shownHeader('cookie', pair, names), ...attributes].join(';');
}

/** Names of headers whose value was masked. */
function maskedHeaders(side: string, headers: TrafficHeaders): string[] {
  return headers.flatMap(([name, value]) =>
    maskHeader(name.toLowerCase(), value) === value ? [] : [`${side} header: ${name}`],
  );
}

function maskTarget(target: string): string {
  const at = target.indexOf('?');
  // The password of an address is a credential too.
  const plain = (at === -1 ? target : target.slice(0, at)).replace(/^(\w+:\/\/)[^/@]*@/, '$1');
  if (at === -1) return plain;
  const query = target.slice(at + 1);
  const names = new Set([...new URLSearchParams(query).keys()].filter(isSensitiveParameter));
  return `${plain}?${shownQuery(query, { headers: new Set(), query: names, isPublic })}`;
}

const encoder = new TextEncoder();

/** @returns also the names of what is masked */
function maskBody(body: TrafficBody, redactor: Redactor): { body: TrafficBody; names: string[] } {
  if ('notHeld' in body || body.bytes.length === 0) return { body, names: [] };
  const text = textOf(body.bytes);
  // What is no text is compressed, an image or the like; nobody can say what it holds.
  if (text === undefined) return { body, names: [] };
  const found = sensitiveMembers(text).filter(({ value }) => !isMasked(value) && !isPublic(value));
  const plain = found.length === 0 ? body.bytes : encoder.encode(starred(text, found));
  const bytes = redactor.bytes(plain);
  const names = found.map(({ name }) => name);
  if (bytes !== plain) names.push('a credential of the request');
  return names.length === 0 ? { body, names } : { body: { ...body, bytes }, names: [...new Set(names)] };
}

/** As many asterisks as the value has bytes. */
function starred(text: string, found: readonly { start: number; end: number; value: string }[]): string {
  let shown = '';
  let from = 0;
  for (const { start, end, value } of found) {
    shown += text.slice(from, start) + '*'.repeat(encoder.encode(value).length);
    from = end;
  }
  return shown + text.slice(from);
}

/** Tells whether a request has a credential of its own to show that credentials were recorded. */
export function hasCredentials(headers: TrafficHeaders): boolean {
  return headerIn(headers, 'authorization') !== undefined || headerIn(headers, 'cookie') !== undefined;
}
