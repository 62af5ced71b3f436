import { expect, it } from '@jest/globals';
import { SandboxMap } from './sandbox-map.js';

/** A map whose clock the test moves. */
function mapWith(limits: { maxSandboxes?: number; idleMilliseconds?: number }) {
  const clock = { now: 0 };
  const dropped: string[] = [];
  const map = new SandboxMap(
    (name) => ({ name }),
    () => clock.now,
    { ...limits, dropped: ({ name }) => dropped.push(name) },
  );
  return { map, clock, dropped };
}

it('makes a value on first use and gives the same one after', () => {
  const { map } = mapWith({});
  expect(map.peek('a')).toBeUndefined();
  const made = map.get('a');
  expect(map.get('a')).toBe(made);
  expect(map.peek('a')).toBe(made);
});

it('never holds more than its bound; those unused for longest go', () => {
  const { map, clock, dropped } = mapWith({ maxSandboxes: 10 });
  for (let index = 0; index < 100; index += 1) {
    clock.now += 1;
    map.get('kept');
    map.get(`s${index}`);
    expect(map.entries().length).toBeLessThanOrEqual(10);
  }
  expect(map.peek('kept')).toBeDefined();
  expect(map.peek('s99')).toBeDefined();
  expect(dropped).not.toContain('kept');
  expect(dropped.slice(0, 3)).toEqual(['s0', 's1', 's2']);
});

it('forgets what was idle, exactly then', () => {
  const { map, clock, dropped } = mapWith({ idleMilliseconds: 1000 });
  const made = map.get('a');
  clock.now = 1000;
  expect(map.get('a')).toBe(made);
  clock.now = 2001;
  expect(map.get('a')).not.toBe(made);
  expect(dropped).toEqual(['a']);
});

it('sweeps idle ones when another is made', () => {
  const { map, clock } = mapWith({ idleMilliseconds: 1000 });
  map.get('a');
  map.get('b');
  clock.now = 5000;
  map.get('c');
  expect(map.entries().map(([name]) => name)).toEqual(['c']);
});

it('names of the prototype are names like any other', () => {
  const { map } = mapWith({});
  for (const name of ['__proto__', 'constructor', 'toString']) expect(map.get(name)).toEqual({ name });
});

it('tells of what is deleted and cleared', () => {
  const { map, dropped } = mapWith({});
  map.get('a');
  map.get('b');
  map.delete('a');
  map.delete('nobody');
  map.clear();
  expect(dropped).toEqual(['a', 'b']);
  expect(map.entries()).toEqual([]);
});
