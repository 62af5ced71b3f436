import { expect, it } from 'vitest';
import { nearest } from './nearest-names.js';

const known = ['flaky', 'latency', 'slow', 'rate-limited', 'status-429', 'status-500', 'empty'];

it.each([
  ['flakey', ['flaky']],
  ['FLAKY', ['flaky']],
  ['rate-limit', ['rate-limited']],
  ['status-42', ['status-429', 'status-500']],
  ['zzzzzzzzzzzzzzzzzzzz', []],
])('nearest finds %s', (typed, expected) => {
  expect(nearest(typed, known).slice(0, expected.length || 3)).toEqual(expected);
});

it('nearest leaves out what is far behind the nearest', () => {
  expect(nearest('flakey', known)).toEqual(['flaky']);
});

it('nearest returns at most the limit, and accepts any name', () => {
  expect(nearest('status-4', known, 1)).toHaveLength(1);
  expect(nearest('x'.repeat(1_000_000), known)).toEqual([]);
  expect(() => nearest('', known)).not.toThrow();
});
