import { describe, expect, it } from '@jest/globals';
import type { Answer } from './exchange.js';
import { namedWait, waitInText } from './requested-wait.js';

const now = Date.parse('2026-01-15T09:30:00Z');

function refusal(headers: [string, string][], body: unknown = {}): Answer {
  return {
    kind: 'answer',
    status: 429,
    headers,
    body: Buffer.from(JSON.stringify(body)),
    wireProblems: [],
    elapsedMs: 1,
  };
}

describe('the wait that a 429 names', () => {
  it.each<[string, Answer, number | undefined]>([
    ['seconds', refusal([['retry-after', '7']]), 7000],
    ['a date', refusal([['Retry-After', 'Thu, 15 Jan 2026 09:30:30 GMT']]), 30_000],
    ['a date that is over', refusal([['Retry-After', 'Thu, 15 Jan 2026 09:29:00 GMT']]), 0],
    [
      'nonsense, and a message',
      refusal([['Retry-After', 'soon']], { message: 'Retry after 5 seconds' }),
      5000,
    ],
    ['a message', refusal([], { message: 'Too many requests. Try again in 2 minutes.' }), 120_000],
    ['an error', refusal([], { message: 'Too many', errors: ['wait 3s'] }), 3000],
    ['nothing', refusal([], { message: 'Too many requests' }), undefined],
  ])('%s', (_, answer, wait) => {
    expect(namedWait(answer, now)).toBe(wait);
  });

  it.each<[string, number | undefined]>([
    ['Retry after 60 seconds', 60_000],
    ['retry in 500 ms', 500],
    ['in a minute', 60_000],
    ['try again in 1 hour', 3_600_000],
    ['Retry-After: 30', 30_000],
    ['later', undefined],
    ['limit of 100 requests reached', undefined],
  ])('in %p', (text, wait) => {
    expect(waitInText(text)).toBe(wait);
  });
});
