import { describe, expect, it } from 'vitest';
import { MemoryState } from './memory-state.js';

function stateWithClock() {
  const clock = { now: 1 };
  return { clock, state: new MemoryState({ elapsed: () => clock.now }) };
}

describe('the quota’s window', () => {
  const quota = { limit: 2, windowSeconds: 10 };

  it('begins with its first request and is over to the millisecond', () => {
    const { clock, state } = stateWithClock();
    clock.now = 500;
    expect(state.quota.spend('a', quota)).toEqual({ allowed: true, remaining: 1, resetSeconds: 10 });
    clock.now = 600;
    expect(state.quota.spend('a', quota)).toEqual({ allowed: true, remaining: 0, resetSeconds: 10 });
    clock.now = 9600;
    expect(state.quota.spend('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    clock.now = 10_499;
    expect(state.quota.spend('a', quota)).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    clock.now = 10_500;
    expect(state.quota.spend('a', quota)).toEqual({ allowed: true, remaining: 1, resetSeconds: 10 });
  });

  it('is told in no more seconds than it has, at whatever fraction of a millisecond it begins', () => {
    const { clock, state } = stateWithClock();
    const minute = { limit: 1, windowSeconds: 60 };
    clock.now = 64_209.9110139014; // 60,000 more, less this, are 60,000.00000000001
    expect(state.quota.spend('a', minute)).toEqual({ allowed: true, remaining: 0, resetSeconds: 60 });
    expect(state.quota.spend('a', minute)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    expect(state.quota.left('a', minute)).toEqual({ remaining: 0, resetSeconds: 60 });
  });

  it('allows a request that waited for as long as the refusal said', () => {
    const { clock, state } = stateWithClock();
    for (const at of [0, 1, 2, 333, 999, 1000, 5001, 9999]) {
      state.sandboxes.reset('a');
      clock.now = 0;
      state.quota.spend('a', quota);
      state.quota.spend('a', quota);
      clock.now = at;
      const refused = state.quota.spend('a', quota);
      clock.now = at + refused.resetSeconds * 1000;
      expect([at, refused.allowed, state.quota.spend('a', quota).allowed]).toEqual([at, false, true]);
    }
  });

  it('belongs to one sandbox', () => {
    const { state } = stateWithClock();
    state.quota.spend('a', quota);
    expect(state.quota.spend('b', quota).remaining).toBe(1);
  });
});
