import { describe, expect, it } from 'vitest';
import { defaultSandboxLimits, type SandboxLimits } from '../limits.js';
import { sandboxCache, withIdleTimes } from './sandboxes.js';

/** Sandboxes whose clock the test moves. */
function sandboxesWith(limits: Partial<SandboxLimits> = {}) {
  const clock = { now: 1 };
  const dropped: number[] = [];
  let made = 0;
  const sandboxes = sandboxCache(
    () => ({ number: (made += 1) }),
    () => clock.now,
    { ...defaultSandboxLimits, ...limits },
    ({ number }) => dropped.push(number),
  );
  const names = () => withIdleTimes(sandboxes).map(([name]) => name);
  return { sandboxes, clock, dropped, names };
}

describe('sandboxCache', () => {
  it('makes a value on first use and returns the same one afterwards', () => {
    const { sandboxes } = sandboxesWith();
    expect(sandboxes.peek('a')).toBeUndefined();
    const made = sandboxes.memo('a');
    expect(sandboxes.memo('a')).toBe(made);
    expect(sandboxes.peek('a')).toBe(made);
  });

  it('never holds more than its limit, and drops those unused for longest', () => {
    const { sandboxes, clock, dropped } = sandboxesWith({ maxSandboxes: 10 });
    for (let index = 0; index < 100; index += 1) {
      clock.now += 1;
      sandboxes.memo('kept');
      sandboxes.memo(`s${index}`);
      expect(withIdleTimes(sandboxes).length).toBeLessThanOrEqual(10);
    }
    expect(sandboxes.peek('kept')).toEqual({ number: 1 });
    expect(sandboxes.peek('s99')).toBeDefined();
    expect(dropped).toEqual(Array.from({ length: 91 }, (_, index) => index + 2));
  });

  it('drops a sandbox once it was idle for longer than the limit', () => {
    const { sandboxes, clock, dropped } = sandboxesWith({ idleMilliseconds: 1000 });
    const made = sandboxes.memo('a');
    clock.now = 1001;
    expect(sandboxes.memo('a')).toBe(made);
    clock.now = 2002;
    expect(sandboxes.peek('a')).toBeUndefined();
    expect(sandboxes.memo('a')).not.toBe(made);
    expect(dropped).toEqual([1]);
  });

  it('does not count looking as use', () => {
    const { sandboxes, clock } = sandboxesWith({ idleMilliseconds: 1000 });
    sandboxes.memo('a');
    clock.now = 901;
    sandboxes.peek('a');
    expect(withIdleTimes(sandboxes)).toEqual([['a', { number: 1 }, 900]]);
    clock.now = 1002;
    expect(withIdleTimes(sandboxes)).toEqual([]);
  });

  it('drops all idle ones when another is made', () => {
    const { sandboxes, clock, dropped, names } = sandboxesWith({ idleMilliseconds: 1000 });
    sandboxes.memo('a');
    sandboxes.memo('b');
    clock.now = 5000;
    sandboxes.memo('c');
    expect([names(), dropped]).toEqual([['c'], [1, 2]]);
  });

  it('accepts names such as __proto__', () => {
    const { sandboxes } = sandboxesWith();
    const made = ['__proto__', 'constructor', 'toString'].map((name) => sandboxes.memo(name).number);
    expect(made).toEqual([1, 2, 3]);
  });

  it('reports what is deleted and cleared as dropped', () => {
    const { sandboxes, dropped } = sandboxesWith();
    sandboxes.memo('a');
    sandboxes.memo('b');
    sandboxes.delete('a');
    sandboxes.delete('nobody');
    sandboxes.clear();
    expect(dropped).toEqual([1, 2]);
    expect(withIdleTimes(sandboxes)).toEqual([]);
  });
});
