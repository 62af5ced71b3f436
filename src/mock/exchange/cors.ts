import { channelHeaders, markerHeaders } from '../../scenarios/channels.js';
import { sandboxHeader } from '../identity/identity-reader.js';
import { problemsHeader } from './problem-list.js';
import { headerOf, type RequestHeaders } from './request.js';

/**
 * Any page may call the mock with a key, and read the headers about quota and scenarios (Fetch Standard, CORS protocol); only one of
 * this machine may send cookies (`corsFieldsFor`). These headers are on every response, errors and forced ones included; what else a
 * response has is added to those that a page may read.
 */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': `Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, Allow, ${[problemsHeader, ...Object.values(markerHeaders)].join(', ')}`,
} as const;

/**
 * The fields of a page that may send cookies (`credentials: 'include'`): it sees nothing of a response that names no origin
 * (Fetch Standard, CORS protocol and credentials). Neither the page's preflight nor its first request, which gets the cookie, has one.
 *
 * @param isKnownHost tells whether the host of a page is this machine, or one that was allowed
 * @returns undefined for any other page, and for whatever is no page
 */
export function corsFieldsFor(
  { origin }: RequestHeaders,
  isKnownHost: (host: string) => boolean,
): Readonly<Record<string, string>> | undefined {
  if (typeof origin !== 'string' || !isPageOf(origin, isKnownHost)) return undefined;
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': corsHeaders['Access-Control-Expose-Headers'],
    Vary: 'Origin',
  };
}

/** Tells whether an origin is that of a page on a known host. */
export function isPageOf(origin: string, isKnownHost: (host: string) => boolean): boolean {
  return URL.canParse(origin) && isKnownHost(new URL(origin).host);
}

/** Those that a page may read without being told, and the one that it never may (Fetch Standard, response header names). */
const neverListed = [
  ...[
    'cache-control',
    'content-language',
    'content-length',
    'content-type',
    'expires',
    'last-modified',
    'pragma',
  ],
  'set-cookie',
];

const listedAlready = new Set([
  ...neverListed,
  ...corsHeaders['Access-Control-Expose-Headers'].toLowerCase().split(', '),
  // A proxy lists it in every response of its own.
  'x-mock-answer',
]);

/** Tells whether a page may read a header only where the response lists it. */
export function mustBeExposed(name: string): boolean {
  return !listedAlready.has(name.toLowerCase());
}

const allowedHeaders = ['Authorization', 'Content-Type', 'Accept', sandboxHeader, ...channelHeaders];

/** Tells whether an OPTIONS request is a CORS preflight, which brings no key and gets no error. */
export function isPreflight(headers: RequestHeaders): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** The headers of the response to a preflight: every method, the mock's own headers and those that the page requests. */
export function preflightHeaders(
  headers: RequestHeaders,
  isKnownHost: (host: string) => boolean = () => false,
): Record<string, string> {
  const asked = (headerOf(headers, 'access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim());
  const known = new Set(allowedHeaders.map((name) => name.toLowerCase()));
  const others = asked
    .filter((name) => /^[\w!#$%&'*+.^`|~-]{1,64}$/.test(name) && !known.has(name.toLowerCase()))
    .slice(0, 32);
  const { 'Access-Control-Expose-Headers': _, ...who } = corsFieldsFor(headers, isKnownHost) ?? corsHeaders;
  return {
    ...who,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': [...allowedHeaders, ...others].join(', '),
    'Access-Control-Max-Age': '600',
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'Access-Control-Allow-Private-Network': 'true' }
      : {}),
  };
}
