import { describe, expect, it } from '@jest/globals';
import { MemoryState } from './memory-state.js';
import { newEntry } from './testing/new-entry.js';
import { stateLaws } from './testing/state-laws.js';

stateLaws('memory', ({ defaultScenario, journalEntries }) => {
  let now = 0;
  const state = new MemoryState({
    elapsed: () => now,
    defaultScenario,
    journal: { entries: journalEntries },
  });
  return {
    state,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
});

const journalSizes = (state: MemoryState, ...names: string[]) =>
  names.map((name) => state.journal(name).length);

describe('what memory keeps is bounded', () => {
  const big = (size: number) => {
    const body = { bytes: new Uint8Array(size), size };
    return newEntry('/big', { response: { status: 200, headers: {}, body } });
  };

  it('in bytes of all journals together: the one used longest ago gives way', () => {
    const state = new MemoryState({ elapsed: () => 0, journal: { totalBytes: 40_000 } });
    for (const name of ['a', 'a', 'b']) state.record(name, big(10_000));
    expect(journalSizes(state, 'a', 'b')).toEqual([2, 1]);
    state.record('c', big(10_000));
    expect(journalSizes(state, 'a', 'b', 'c')).toEqual([1, 1, 1]);
    state.record('a', big(1));
    state.record('c', big(10_000));
    expect(journalSizes(state, 'a', 'b', 'c')).toEqual([2, 0, 2]);
  });

  it('so that an exchange too large for all of it is told, not kept', () => {
    const state = new MemoryState({ elapsed: () => 0, journal: { totalBytes: 5000 } });
    expect(state.record('a', big(10_000)).id).toBe(1);
    expect(journalSizes(state, 'a')).toEqual([0]);
    expect(state.record('a', big(1)).id).toBe(2);
    expect(journalSizes(state, 'a')).toEqual([1]);
  });

  it.each(['reset', 'clearJournal'] as const)('and %s gives its bytes back', (forget) => {
    const state = new MemoryState({ elapsed: () => 0, journal: { totalBytes: 40_000 } });
    state.record('oldest', big(10_000));
    state.record('a', big(10_000));
    state.record('a', big(10_000));
    state[forget]('a');
    state.record('b', big(10_000));
    state.record('b', big(10_000));
    expect(journalSizes(state, 'oldest', 'a', 'b')).toEqual([1, 0, 2]);
  });

  it('to nothing where no exchange is to be kept', () => {
    const state = new MemoryState({ elapsed: () => 0, journal: { entries: 0 } });
    expect([state.record('a', newEntry()).id, state.record('a', newEntry()).id]).toEqual([1, 2]);
    expect(state.journal('a')).toEqual([]);
  });

  it('in orders: the oldest go first', () => {
    const state = new MemoryState({ elapsed: () => 0 });
    const template = { id: '', rate_id: '', courier_name: '', shipping_charge: 1, status: '' };
    for (let number = 0; number <= 10_000; number += 1)
      state.saveOrder('a', {
        ...template,
        tracking_number: String(number),
        created_at: '2026-01-01T00:00:00.000Z',
      });
    expect(state.findOrder('a', '0')).toBeUndefined();
    expect(state.findOrder('a', '1')).toBeDefined();
    expect(state.findOrder('a', '10000')).toBeDefined();
  });

  it('in sandboxes and in time', () => {
    let now = 0;
    const state = new MemoryState({
      elapsed: () => now,
      sandboxes: { maxSandboxes: 10, idleMilliseconds: 1000 },
    });
    for (let number = 0; number < 25; number += 1) state.record(`s${number}`, newEntry());
    expect(state.sandboxes().length).toBeLessThanOrEqual(10);
    expect(state.exists('s24')).toBe(true);
    expect(state.exists('s0')).toBe(false);
    now = 1001;
    state.record('later', newEntry());
    expect(state.sandboxes().map(({ name }) => name)).toEqual(['later']);
  });
});
