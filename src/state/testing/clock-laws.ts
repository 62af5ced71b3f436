import { describe, expect, it } from '@jest/globals';
import { expectReset } from './quota-laws.js';
import type { Fresh } from './state-under-test.js';

export function clockLaws(fresh: Fresh): void {
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
  });
}
