import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.js';

const now = Date.parse('2026-01-15T09:30:00Z');

describe('parseRetryAfter', () => {
  it.each<[string, number | undefined]>([
    ['7', 7000],
    [' 7 ', 7000],
    ['0.5', 500],
    ['Thu, 15 Jan 2026 09:30:30 GMT', 30_000],
    ['Thu, 15 Jan 2026 09:29:00 GMT', 0],
    ['-5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['2026-01-15', undefined],
    ['', undefined],
  ])('reads %j as %j milliseconds', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });
});
