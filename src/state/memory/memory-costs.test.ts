/** The estimates by which the memory budget counts, held against the memory that the things really take. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import type { NewJournalEntry } from '../../journal/journal-entry.js';
import { MemoryBudget } from '../memory-budget.js';
import { MemoryState } from './memory-state.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of heap and of buffers that are still reachable. Code that is no longer used goes only after several collections. */
function reachable(): number {
  let before = Infinity;
  for (let round = 0; round < 20; round += 1) {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const bytes = heapUsed + arrayBuffers;
    if (round > 3 && before - bytes < 10_000) return bytes;
    before = bytes;
  }
  return before;
}

/** A text of its own, as the parser of HTTP makes it: not a part of another one. */
const own = (text: string): string => Buffer.from(text).toString('latin1');

interface EntrySize {
  readonly headers: number;
  readonly headerLength: number;
  readonly bodyBytes: number;
  readonly problems: number;
}

function entryOf(index: number, { headers, headerLength, bodyBytes, problems }: EntrySize): NewJournalEntry {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
  const body = () => ({ bytes: new Uint8Array(bodyBytes), size: bodyBytes });
  return {
    ...{ time: index / 3, elapsed: index / 7, durationMs: index / 9, operation: 'a', scenario: undefined },
    problems: numbers(problems).map((number) => ({
      pointer: own(`/boxes/${index}/items/${number}`),
      text: own(`boxes[${index}].items[${number}].name must be text, got ${index}`),
    })),
    request: {
      ...{ method: 'GET', path: own(`/categories/${index}`), query: '', body: body() },
      headers: Object.fromEntries(
        numbers(headers).map((number) => [
          own(`x-header-${number}`),
          own(`${'v'.repeat(headerLength)}${index}`),
        ]),
      ),
    },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: body() },
  };
}

const record = (size: EntrySize) => (state: MemoryState, index: number) =>
  state.journal.record(`s-${index % 50}`, entryOf(index, size));

it.each<[string, number, (state: MemoryState, index: number) => unknown]>([
  ['a small exchange', 2000, record({ headers: 4, headerLength: 20, bodyBytes: 0, problems: 0 })],
  [
    'an exchange with long headers',
    500,
    record({ headers: 60, headerLength: 200, bodyBytes: 0, problems: 0 }),
  ],
  ['an exchange with problems', 700, record({ headers: 4, headerLength: 20, bodyBytes: 0, problems: 20 })],
  ['a sandbox', 3000, ({ quota }, index) => quota.spend(own(`s-${index}`), { limit: 1, windowSeconds: 1 })],
  [
    'a document',
    6000,
    ({ documents }, index) =>
      documents.save(`s-${index % 9}`, 'orders', own(`DDK${index}`), { text: 'x'.repeat(200) }),
  ],
  // Last, as the buffers of a test that is over are freed some time later.
  ['an exchange with bodies', 1500, record({ headers: 8, headerLength: 40, bodyBytes: 3000, problems: 0 })],
])('the memory budget counts %s by what it takes, or up to twice as much', (_, count, keep) => {
  const budget = new MemoryBudget();
  const state = new MemoryState({ elapsed: () => 0, budget, journal: { entries: count } });
  const counted = (): number => budget.usage.reduce((sum, { bytes }) => sum + bytes, 0);
  for (let index = 0; index < 100; index += 1) keep(state, index);
  const before = { real: reachable(), counted: counted() };
  for (let index = 100; index < 100 + count; index += 1) keep(state, index);
  const real = (reachable() - before.real) / count;
  const estimate = (counted() - before.counted) / count;
  expect(estimate).toBeGreaterThan(0.95 * real);
  expect(estimate).toBeLessThan(2 * real);
  state.close();
  expect(counted()).toBe(0);
});
