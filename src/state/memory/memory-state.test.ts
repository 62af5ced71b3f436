import { describe, expect, it } from '@jest/globals';
import type { Order } from '../../shipping/types.js';
import { MemoryState } from './memory-state.js';

function stateWithClock() {
  const clock = { now: 0 };
  return { clock, state: new MemoryState({ elapsed: () => clock.now }) };
}
const order = (number: string) => ({ tracking_number: number }) as Order;

describe('the quota’s window', () => {
  const quota = { limit: 2, windowSeconds: 10 };

  it('begins with its first request and is over to the millisecond', () => {
    const { clock, state } = stateWithClock();
    clock.now = 500;
    expect(state.spendQuota('a', quota)).toEqual({ allowed: true, remaining: 1, resetSeconds: 10 });
    clock.now = 600;
    expect(state.spendQuota('a', quota)).toEqual({ allowed: true, remaining: 0, resetSeconds: 10 });
    clock.now = 9600;
    expect(state.spendQuota('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    clock.now = 10_499;
    expect(state.spendQuota('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    clock.now = 10_500;
    expect(state.spendQuota('a', quota)).toEqual({ allowed: true, remaining: 1, resetSeconds: 10 });
  });

  it('who waits as long as told is let in', () => {
    const { clock, state } = stateWithClock();
    for (const at of [0, 1, 2, 333, 999, 1000, 5001, 9999]) {
      state.reset('a');
      clock.now = 0;
      state.spendQuota('a', quota);
      state.spendQuota('a', quota);
      clock.now = at;
      const refused = state.spendQuota('a', quota);
      clock.now = at + refused.resetSeconds * 1000;
      expect([at, refused.allowed, state.spendQuota('a', quota).allowed]).toEqual([at, false, true]);
    }
  });

  it('is each sandbox’s own', () => {
    const { state } = stateWithClock();
    state.spendQuota('a', quota);
    expect(state.spendQuota('b', quota).remaining).toBe(1);
  });
});

describe('orders', () => {
  it('are found in their sandbox alone', () => {
    const { state } = stateWithClock();
    state.saveOrder('a', order('DDK1'));
    expect(state.findOrder('a', 'DDK1')).toEqual(order('DDK1'));
    expect(state.findOrder('b', 'DDK1')).toBeUndefined();
    expect(state.findOrder('a', '__proto__')).toBeUndefined();
  });

  it('of one rate are counted', () => {
    const { state } = stateWithClock();
    expect([1, 2, 3].map(() => state.countOrderOf('a', 'rate'))).toEqual([0, 1, 2]);
    expect(state.countOrderOf('b', 'rate')).toBe(0);
  });

  it('are bounded: of the ten thousand the oldest go first', () => {
    const { state } = stateWithClock();
    for (let index = 0; index <= 10_000; index += 1) state.saveOrder('a', order(`DDK${index}`));
    expect(state.findOrder('a', 'DDK0')).toBeUndefined();
    expect(state.findOrder('a', 'DDK1')).toBeDefined();
    expect(state.findOrder('a', 'DDK10000')).toBeDefined();
  });

  it('are gone after a reset, and the quota is full', () => {
    const { state } = stateWithClock();
    const quota = { limit: 1, windowSeconds: 10 };
    state.saveOrder('a', order('DDK1'));
    state.spendQuota('a', quota);
    state.reset('a');
    expect(state.findOrder('a', 'DDK1')).toBeUndefined();
    expect(state.spendQuota('a', quota).allowed).toBe(true);
  });
});
