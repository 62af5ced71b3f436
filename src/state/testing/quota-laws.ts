import { describe, expect, it } from '@jest/globals';
import { together, upTo, type Fresh } from './state-under-test.js';

export function quotaLaws(fresh: Fresh): void {
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
}

/** The clock of a shared store goes on meanwhile, by a minute at most. */
export function expectReset(seconds: number | undefined, expected: number): void {
  expect(seconds).toBeLessThanOrEqual(expected);
  expect(seconds).toBeGreaterThan(expected - 60);
}
