import { describe, expect, it } from 'vitest';
import { exchangePhases } from './timing-tab.js';

type Times = readonly [bodyMs: number | null, first: number | null, last: number | null, durationMs: number];

const phases = ([bodyMs, firstByteMs, lastByteMs, durationMs]: Times) =>
  exchangePhases({
    request: { bodyMs },
    durationMs,
    delivery: { firstByteMs, lastByteMs, headBytes: 1, bodyBytes: 1, ending: 'complete' },
  });

describe('the phases of an exchange', () => {
  it('follow one another without a gap and are together its duration', () => {
    for (const times of [
      [2, 5, 9, 10],
      [null, 5, 5, 5],
      [7, null, null, 7.4],
      [9, 5, 20, 12],
      [null, null, null, 0],
    ] satisfies Times[]) {
      const found = phases(times);
      expect(found[0]?.fromMs).toBe(0);
      expect(found.at(-1)?.toMs).toBe(times[3]);
      found.slice(1).forEach(({ fromMs }, index) => expect(fromMs).toBe(found[index]?.toMs));
      for (const { fromMs, toMs } of found) expect(toMs).toBeGreaterThanOrEqual(fromMs);
    }
  });

  it('are those that it reached', () => {
    expect(phases([2, 5, 9, 10]).map(({ name }) => name)).toEqual([
      'Receiving the request',
      'Waiting for the first byte',
      'Sending the response',
      'Until the end',
    ]);
    expect(phases([null, null, null, 10])).toEqual([
      { name: 'Waiting for the first byte', fromMs: 0, toMs: 10 },
    ]);
  });
});
