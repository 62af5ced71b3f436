import { corsHeaders } from './cors.js';
import type { Exchange } from './exchange.js';
import type { MockResponse } from './response.js';

const corsPairs = Object.entries(corsHeaders).flat();

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
  for (const name in headers) pairs.push(name, headers[name] ?? '');
  return pairs;
}
