import { describe, expect, it } from 'vitest';
import type { TargetResponse } from './exchange.js';
import { requestedWait, waitInText } from './requested-wait.js';

const now = Date.parse('2026-01-15T09:30:00Z');

function rateLimited(headers: [string, string][], body: unknown = {}): TargetResponse {
  return {
    kind: 'response',
    status: 429,
    headers,
    body: Buffer.from(JSON.stringify(body)),
    wireProblems: [],
    elapsedMs: 1,
  };
}

describe('requestedWait', () => {
  it.each<[string, TargetResponse, number | undefined]>([
    ['Retry-After in seconds', rateLimited([['retry-after', '7']]), 7000],
    ['Retry-After with a date', rateLimited([['Retry-After', 'Thu, 15 Jan 2026 09:30:30 GMT']]), 30_000],
    [
      'Retry-After with a date in the past',
      rateLimited([['Retry-After', 'Thu, 15 Jan 2026 09:29:00 GMT']]),
      0,
    ],
    [
      'the message when Retry-After is nonsense',
      rateLimited([['Retry-After', 'soon']], { message: 'Retry after 5 seconds' }),
      5000,
    ],
    ['the message', rateLimited([], { message: 'Too many requests. Try again in 2 minutes.' }), 120_000],
    ['the errors', rateLimited([], { message: 'Too many', errors: ['wait 3s'] }), 3000],
    ['a 429 without a wait', rateLimited([], { message: 'Too many requests' }), undefined],
  ])('reads from %s', (_, response, wait) => {
    expect(requestedWait(response, now)).toBe(wait);
  });

  it.each<[string, number | undefined]>([
    ['Retry after 60 seconds', 60_000],
    ['retry in 500 ms', 500],
    ['in a minute', 60_000],
    ['try again in 1 hour', 3_600_000],
    ['Retry-After: 30', 30_000],
    ['later', undefined],
    ['limit of 100 requests reached', undefined],
    ['100 requests per 60 seconds are allowed, retry after 5 seconds', 5000],
    ['limit of 10 requests within 60 seconds', undefined],
  ])('waitInText reads %j as %j milliseconds', (text, wait) => {
    expect(waitInText(text)).toBe(wait);
  });
});
