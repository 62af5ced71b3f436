import { describe, expect, it } from 'vitest';
import { MemoryBudget } from './memory-budget.js';
import { newEntry } from './testing/new-entry.js';
import { MemoryState } from './memory/memory-state.js';
import { StoreUnavailableError } from './store-unavailable.js';

const KiB = 1024;

/** A state in a budget of some bytes. */
function stateWithin(limit: number) {
  const budget = new MemoryBudget(limit);
  const state = new MemoryState({ elapsed: () => 0, budget });
  const counted = (): number => budget.usage.reduce((sum, { bytes }) => sum + bytes, 0);
  const shedKinds = (): string[] => budget.shed.map(({ kind }) => kind);
  return { budget, state, counted, shedKinds };
}

const exchange = (bodyBytes = 0, headerLength = 0) =>
  newEntry('/a', {
    request: {
      ...{ method: 'GET', path: '/a', query: '', headers: { 'x-long': 'v'.repeat(headerLength) } },
      body: { bytes: new Uint8Array(bodyBytes), size: bodyBytes },
    },
  });

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `s-${index}`);

describe('a memory budget sheds', () => {
  it('the bodies of idle sandboxes first, oldest first, and keeps the exchanges and their sizes', () => {
    const { state, budget, counted, shedKinds } = stateWithin(1024 * KiB);
    for (const name of names(40)) state.journal.record(name, exchange(30_000));
    expect(counted()).toBeLessThanOrEqual(budget.limit);
    expect(shedKinds()).toEqual(['journal bodies']);
    const [oldest] = state.journal.list('s-0');
    const [newest] = state.journal.list('s-39');
    expect(oldest?.request.body).toEqual({ bytes: new Uint8Array(0), size: 30_000 });
    expect(newest?.request.body.bytes).toHaveLength(30_000);
  });

  it('then their journals, then themselves, and never one in which a scenario is set', () => {
    const { state, shedKinds, counted, budget } = stateWithin(256 * KiB);
    state.scenarios.choose('s-3', { names: 'flaky' });
    for (const name of names(300)) state.journal.record(name, exchange(0, 8 * KiB));
    expect(shedKinds()).toEqual(['journal entries', 'sandboxes']);
    expect(counted()).toBeLessThanOrEqual(budget.limit);
    expect(state.scenarios.chosen('s-3')).toEqual({ names: 'flaky' });
    expect(state.sandboxes.exists('s-4')).toBe(false);
    expect(state.journal.list('s-299')).toHaveLength(1);
  });

  it('the oldest exchanges of one busy sandbox, whose numbers go on', () => {
    const { state, budget } = stateWithin(256 * KiB);
    for (let index = 0; index < 200; index += 1) state.journal.record('busy', exchange(3000));
    const kept = state.journal.list('busy').map(({ id }) => id);
    expect(kept.at(-1)).toBe(200);
    const taken = 200 * 6000;
    for (const { bytes } of budget.shed) expect(bytes).toBeLessThan(taken);
    expect(kept).toEqual(kept.map((_, index) => 200 - kept.length + 1 + index));
    expect(state.journal.list('busy').at(-1)?.request.body.bytes).toHaveLength(3000);
  });

  it('enough at once that it is rarely needed', () => {
    const { state, budget } = stateWithin(1024 * KiB);
    let times = 0;
    const sheds = new MemoryBudget(1024 * KiB, () => (times += 1));
    const kept = new MemoryState({ elapsed: () => 0, budget: sheds });
    for (let index = 0; index < 2000; index += 1) kept.journal.record(`s-${index % 50}`, exchange(0, KiB));
    expect(times).toBeGreaterThan(10);
    expect(times).toBeLessThan(100);
    expect([budget.shed, state.sandboxes.list()]).toEqual([[], []]);
  });
});

describe('a memory budget with nothing left to evict', () => {
  /** Fills the sandboxes in use with documents, which are not shed. */
  function full() {
    const within = stateWithin(256 * KiB);
    for (const name of names(12)) within.state.documents.save(name, 'notes', 'id', 'x'.repeat(30_000));
    return within;
  }

  it('is full, and has room again after a reset', () => {
    const { budget, state } = full();
    expect(budget.isFull).toBe(true);
    expect(() => {
      state.assureWritable();
    }).toThrow(StoreUnavailableError);
    state.sandboxes.reset('s-0');
    state.sandboxes.reset('s-1');
    state.sandboxes.reset('s-2');
    state.sandboxes.reset('s-3');
    expect(budget.isFull).toBe(false);
    state.assureWritable();
  });

  it('refuses an inline scenario and takes the name of one', () => {
    const { state } = full();
    const inline = { names: 'tried', definition: '{}'.padEnd(9000) };
    expect(() => state.scenarios.choose('s-0', inline)).toThrow(StoreUnavailableError);
    expect(state.scenarios.chosen('s-0')).toBeUndefined();
    state.scenarios.choose('s-0', { names: 'flaky' });
    expect(state.scenarios.chosen('s-0')).toEqual({ names: 'flaky' });
  });

  it('gives the first account memory up to its share', () => {
    const budget = new MemoryBudget(1000);
    const uploads = budget.account('uploads', 0.5);
    uploads.add(400);
    expect([uploads.hasRoom(200), uploads.hasRoom(100)]).toEqual([false, true]);
    const others = budget.account('others');
    expect([others.hasRoom(700), others.hasRoom(600)]).toEqual([false, true]);
    expect(budget.usage).toEqual([
      { kind: 'uploads', bytes: 400 },
      { kind: 'others', bytes: 0 },
    ]);
  });
});

it('a memory budget tells once that an eighth and that half of it is used, then each time that it sheds', () => {
  const shares: number[] = [];
  const budget = new MemoryBudget(800, undefined, (share) => shares.push(share));
  const account = budget.account('bodies');
  for (const bytes of [100, 50, 50, 250, 300]) account.add(bytes);
  expect(shares).toEqual([150 / 800, 450 / 800]);
  account.add(100);
  expect(shares.at(-1)).toBe(850 / 800);
});

it('what a sandbox was counted with is given back when it is reset, whatever was kept in it', () => {
  const { state, counted } = stateWithin(1024 * KiB);
  state.journal.record('a', exchange(100), () => ['mark']);
  state.documents.save('a', 'notes', 'one', { text: 'x' });
  state.documents.save('a', 'notes', 'one', { text: 'longer' });
  state.documents.increment('a', 'counts', 'one');
  state.documents.delete('a', 'notes', 'one');
  state.scenarios.choose('a', { names: 'tried', definition: '{}' });
  state.scenarios.countCall('a', 'tried');
  expect(counted()).toBeGreaterThan(0);
  state.sandboxes.reset('a');
  expect(counted()).toBe(0);
});
