import { corsHeaders } from './cors.js';
import type { Exchange } from './exchange.js';
import type { MockResponse } from './response.js';

const corsPairs = Object.entries(corsHeaders).flat();

/**
 * What keeps a browser from running a response as a page of the mock's origin, or from taking it for another media type than it
 * says (CSP section 6.3.3, Fetch section 3.8).
 */
export const protectiveHeaders = {
  'Content-Security-Policy': 'sandbox',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** All headers of a response, names and values in turn: a form that Node's HTTP server writes without copying it. */
export function responseHeaders({ mock, quota }: Exchange, response: MockResponse): string[] {
  const { status, headers, body, size } = response;
  const pairs = [...corsPairs];
  if (body !== undefined) pairs.push('Content-Length', String(size));
  else if (status !== 204 && status !== 304) pairs.push('Content-Length', '0');
  if (quota && mock.quota) {
    // The IETF's RateLimit fields (draft-ietf-httpapi-ratelimit-headers).
    pairs.push('RateLimit', `"default";r=${quota.remaining};t=${quota.resetSeconds}`);
    pairs.push('RateLimit-Policy', `"default";q=${mock.quota.limit};w=${mock.quota.windowSeconds}`);
  }
  let types = 0;
  let isJson = false;
  for (const name in headers) {
    const value = headers[name] ?? '';
    pairs.push(name, value);
    if (name === 'Content-Type' || (name.length === 12 && name.toLowerCase() === 'content-type')) {
      types += 1;
      isJson = isJsonType(value);
    }
  }
  // Of two types a browser takes the last.
  if (body !== undefined && (!isJson || types !== 1)) protect(pairs);
  return pairs;
}

/** Whether a Content-Type is JSON and nothing else, so that no browser runs what has it. */
function isJsonType(contentType: string): boolean {
  return (
    contentType === 'application/json; charset=utf-8' ||
    /^application\/(?:[\w.-]+\+)?json(?:; ?charset=utf-8)?$/i.test(contentType)
  );
}

/** Adds the protective headers; a policy of the response's own holds beside them. */
function protect(pairs: string[]): void {
  for (const [name, value] of Object.entries(protectiveHeaders)) {
    const at = pairs.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name.toLowerCase());
    if (at === -1) pairs.push(name, value);
    else if (name === 'Content-Security-Policy') pairs[at + 1] = `${pairs[at + 1] ?? ''}, ${value}`;
    else pairs[at + 1] = value;
  }
}
