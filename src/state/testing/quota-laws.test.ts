import { describe, expect, it } from '@jest/globals';
import { fresh, together, upTo } from './state-under-test.js';

describe('a quota', () => {
  const quota = { limit: 3, windowSeconds: 1000 };

  it('allows as many requests as its limit and refuses those after', async () => {
    const { state } = await fresh();
    const spent = [];
    for (let call = 0; call < 5; call += 1) spent.push(await state.quota.spend('a', quota));
    expect(spent.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
    for (const { resetSeconds } of spent) {
      expect(resetSeconds).toBeGreaterThanOrEqual(1);
      expect(resetSeconds).toBeLessThanOrEqual(1000);
      expect(Number.isInteger(resetSeconds)).toBe(true);
    }
  });

  it('is whole again once its window is over, and the window begins with the first request', async () => {
    const { state, advance } = await fresh();
    await together(3, () => state.quota.spend('a', quota));
    await advance(850_000);
    const refused = await state.quota.spend('a', quota);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expectReset(refused.resetSeconds, 150);
    await advance(160_000);
    const allowed = await state.quota.spend('a', quota);
    expect(allowed).toMatchObject({ allowed: true, remaining: 2 });
    expectReset(allowed.resetSeconds, 1000);
  });

  it('belongs to one sandbox', async () => {
    const { state } = await fresh();
    await together(4, () => state.quota.spend('a', quota));
    expect(await state.quota.spend('b', quota)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('allows exactly as many parallel requests as its limit', async () => {
    const { state } = await fresh();
    const wide = { limit: 20, windowSeconds: 1000 };
    const spent = await together(50, () => state.quota.spend('a', wide));
    expect(spent.filter(({ allowed }) => allowed)).toHaveLength(20);
    const left = spent.flatMap(({ allowed, remaining }) => (allowed ? [remaining] : []));
    expect(left.sort((a, b) => a - b)).toEqual(upTo(20, 0));
  });
});

describe('a clock', () => {
  const quota = { limit: 2, windowSeconds: 1000 };

  it("is the mock's until it is moved, in that sandbox alone", async () => {
    const { state } = await fresh();
    expect(await state.clock.shift('a')).toBe(0);
    await state.clock.setShift('a', 3_600_000);
    await state.clock.setShift('c', -1500);
    expect(await state.clock.shifts(['a', 'b', 'c'])).toEqual([3_600_000, 0, -1500]);
    expect(await state.clock.shifts([])).toEqual([]);
  });

  it('does not make a sandbox by being read, and goes with it', async () => {
    const { state } = await fresh();
    await state.clock.shift('a');
    expect(await state.sandboxes.exists('a')).toBe(false);
    await state.clock.setShift('a', 1000);
    await state.sandboxes.reset('a');
    expect(await state.clock.shift('a')).toBe(0);
  });

  it("ends the window of the sandbox's quota when it is moved past the end, or back behind the start", async () => {
    const { state } = await fresh();
    const spend = async () => (await state.quota.spend('a', quota)).remaining;
    expect([await spend(), await spend(), await spend()]).toEqual([1, 0, 0]);
    await state.clock.setShift('a', 400_000);
    const refused = await state.quota.spend('a', quota);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expectReset(refused.resetSeconds, 600);
    await state.clock.setShift('a', 1_000_000);
    expect(await spend()).toBe(1);
    await state.clock.setShift('a', -60_000);
    expect([await spend(), await spend()]).toEqual([1, 0]);
  });
});

describe('what a quota leaves', () => {
  const quota = { limit: 2, windowSeconds: 1000 };

  it('is all of it before the first request and after the window, without making a sandbox', async () => {
    const { state, advance } = await fresh();
    const whole = { remaining: 2, resetSeconds: undefined };
    expect(await state.quota.left('a', quota)).toEqual(whole);
    expect(await state.sandboxes.exists('a')).toBe(false);
    await state.quota.spend('a', quota);
    for (const left of [await state.quota.left('a', quota), await state.quota.left('a', quota)]) {
      expect(left.remaining).toBe(1);
      expectReset(left.resetSeconds, 1000);
    }
    await advance(1_000_000);
    expect(await state.quota.left('a', quota)).toEqual(whole);
  });

  it('is all of it after a reset, for that sandbox alone, without making one', async () => {
    const { state } = await fresh();
    await together(2, () => state.quota.spend('a', quota));
    await together(2, () => state.quota.spend('b', quota));
    await state.quota.reset('a');
    await state.quota.reset('c');
    expect(await state.quota.left('a', quota)).toEqual({ remaining: 2, resetSeconds: undefined });
    expect(await state.quota.spend('a', quota)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await state.quota.spend('b', quota)).toMatchObject({ allowed: false });
    expect(await state.sandboxes.exists('c')).toBe(false);
  });
});

/** The clock of a shared store goes on meanwhile, by a minute at most. */
function expectReset(seconds: number | undefined, expected: number): void {
  expect(seconds).toBeLessThanOrEqual(expected);
  expect(seconds).toBeGreaterThan(expected - 60);
}
