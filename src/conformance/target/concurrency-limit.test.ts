import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.js';

describe('ConcurrencyLimit', () => {
  it('does not limit requests under way until it is halved, then allows half of them, and one in the end', async () => {
    const limit = new ConcurrencyLimit();
    let claimed = 0;
    const claim = (count: number): void => {
      for (let index = 0; index < count; index += 1) void limit.claim().then(() => (claimed += 1));
    };
    const claimedAfter = async (released: number): Promise<number> => {
      for (let index = 0; index < released; index += 1) limit.release();
      await setImmediate();
      return claimed;
    };

    claim(16);
    expect(await claimedAfter(0)).toBe(16);

    limit.halve();
    claim(16);
    expect(await claimedAfter(16)).toBe(16 + 8);
    expect(await claimedAfter(1)).toBe(16 + 9);

    for (let halved = 0; halved < 9; halved += 1) limit.halve();
    expect(await claimedAfter(7)).toBe(16 + 9);
    expect(await claimedAfter(1)).toBe(16 + 10);
  });
});
