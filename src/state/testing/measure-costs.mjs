/**
 * Prints what things really take in memory, and what the memory budget counts for them, as JSON: bytes for each. A process of
 * its own, because collecting garbage takes long where there is much else: `node --expose-gc measure-costs.mjs`.
 */
import { loadModules } from '../../build/load-modules.mjs';

const { MemoryBudget, MemoryState } = await loadModules(
  'measure-costs',
  'state/memory-budget.ts',
  'state/memory/memory-state.ts',
);

/** A text of its own, as the parser of HTTP makes it: not a part of another one. */
const own = (text) => Buffer.from(text).toString('latin1');

const numbers = (count) => Array.from({ length: count }, (_, number) => number);

function entryOf(index, { headers, headerLength, bodyBytes, problems }) {
  const body = () => ({ bytes: new Uint8Array(bodyBytes), size: bodyBytes });
  return {
    ...{ time: index / 3, elapsed: index / 7, durationMs: index / 9, operation: 'a', scenario: undefined },
    delivery: {
      firstByteMs: index / 8,
      lastByteMs: index / 8,
      headBytes: 100,
      bodyBytes,
      ending: 'complete',
    },
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

const record = (size) => (state, index) => state.journal.record(`s-${index % 50}`, entryOf(index, size));

const kinds = [
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
  // Last, as the buffers of what is over are freed some time later.
  ['an exchange with bodies', 1500, record({ headers: 8, headerLength: 40, bodyBytes: 3000, problems: 0 })],
];

console.log(JSON.stringify(kinds.map(measure)));

function measure([name, count, keep]) {
  const budget = new MemoryBudget();
  const state = new MemoryState({ elapsed: () => 0, budget, journal: { entries: count } });
  const counted = () => budget.usage.reduce((sum, { bytes }) => sum + bytes, 0);
  for (let index = 0; index < 100; index += 1) keep(state, index);
  const before = { real: reachable(), counted: counted() };
  for (let index = 100; index < 100 + count; index += 1) keep(state, index);
  const real = (reachable() - before.real) / count;
  const estimate = (counted() - before.counted) / count;
  state.close();
  return { name, real, estimate, countedAfterClosing: counted() };
}

/** Bytes of heap and of buffers that are still reachable. Code that is no longer used goes only after several collections. */
function reachable() {
  let before = Infinity;
  for (let round = 0; round < 20; round += 1) {
    globalThis.gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const bytes = heapUsed + arrayBuffers;
    if (round > 3 && before - bytes < 10_000) return bytes;
    before = bytes;
  }
  return before;
}
