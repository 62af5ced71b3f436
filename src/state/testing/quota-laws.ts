import { describe, expect, it } from 'vitest';
import { mocksClock } from '../clock-store.js';
import { together, upTo, type OpenStore } from './state-under-test.js';

export function quotaLaws(fresh: OpenStore): void {
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
    const ahead = (shift: number) => ({ shift, frozenAt: undefined });
    const frozenAt = { mock: 1_767_225_600_000, real: 1_767_225_601_234 };
    const quota = { limit: 2, windowSeconds: 1000 };

    it("is the mock's until it is moved, in that sandbox alone", async () => {
      const { state } = await fresh();
      expect(await state.clock.get('a')).toEqual(mocksClock);
      await state.clock.set('a', ahead(3_600_000));
      await state.clock.set('c', ahead(-1500));
      expect(await state.clock.list(['a', 'b', 'c'])).toEqual([ahead(3_600_000), mocksClock, ahead(-1500)]);
      expect(await state.clock.list([])).toEqual([]);
    });

    it('does not make a sandbox by being read, and goes with it', async () => {
      const { state } = await fresh();
      await state.clock.get('a');
      expect(await state.sandboxes.exists('a')).toBe(false);
      await state.clock.set('a', { shift: 1000, frozenAt });
      await state.sandboxes.reset('a');
      expect(await state.clock.get('a')).toEqual(mocksClock);
    });

    it("ends the window of the sandbox's quota when it is moved past the end, or back behind the start", async () => {
      const { state } = await fresh();
      const spend = async () => (await state.quota.spend('a', quota)).remaining;
      expect([await spend(), await spend(), await spend()]).toEqual([1, 0, 0]);
      await state.clock.set('a', ahead(400_000));
      const refused = await state.quota.spend('a', quota);
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      expectReset(refused.resetSeconds, 600);
      await state.clock.set('a', ahead(1_000_000));
      expect(await spend()).toBe(1);
      await state.clock.set('a', ahead(-60_000));
      expect([await spend(), await spend()]).toEqual([1, 0]);
    });

    it('that is frozen shows where it stands, until it runs again', async () => {
      const { state, advance } = await fresh();
      const frozen = { shift: 5000, frozenAt };
      await state.clock.set('a', frozen);
      await advance(60_000);
      expect(await state.clock.list(['a', 'b'])).toEqual([frozen, mocksClock]);
      await state.clock.set('a', ahead(7));
      expect(await state.clock.get('a')).toEqual(ahead(7));
    });

    it("that is frozen holds the window of the sandbox's quota, and ends it when it is moved past the end", async () => {
      const { state, advance } = await fresh();
      const spend = async () => (await state.quota.spend('a', quota)).remaining;
      await state.clock.set('a', { shift: 0, frozenAt });
      const held = [await spend(), await spend()];
      await advance(1_500_000);
      expect([...held, await spend()]).toEqual([1, 0, 0]);
      expect(await state.quota.left('a', quota)).toEqual({ remaining: 0, resetSeconds: 1000 });
      await state.clock.set('a', { shift: 999_000, frozenAt });
      await advance(1_500_000);
      expect(await state.quota.left('a', quota)).toEqual({ remaining: 0, resetSeconds: 1 });
      await state.clock.set('a', { shift: 1_000_000, frozenAt });
      expect(await spend()).toBe(1);
    });

    it('that runs again goes on with the window where it was, and stops anew at another freeze', async () => {
      const { state, advance } = await fresh();
      await state.quota.spend('a', quota);
      await state.clock.set('a', { shift: 0, frozenAt });
      await advance(1_500_000);
      await state.clock.set('a', ahead(-1_500_000));
      const running = await state.quota.left('a', quota);
      expect(running.remaining).toBe(1);
      expectReset(running.resetSeconds, 1000);
      await advance(400_000);
      await state.clock.set('a', { shift: -1_500_000, frozenAt });
      await advance(1_500_000);
      expectReset((await state.quota.left('a', quota)).resetSeconds, 600);
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
}

/** The clock of a shared store goes on meanwhile, by a minute at most. */
function expectReset(seconds: number | undefined, expected: number): void {
  expect(seconds).toBeLessThanOrEqual(expected);
  expect(seconds).toBeGreaterThan(expected - 60);
}
