import { describe, expect, it } from '@jest/globals';
import { SandboxMap } from './sandbox-map.js';

function mapWith(limits: { maxSandboxes?: number; idleMilliseconds?: number } = {}) {
  let now = 0;
  const made: string[] = [];
  const dropped: string[] = [];
  const map = new SandboxMap(
    (name) => {
      made.push(name);
      return { name };
    },
    () => now,
    { ...limits, dropped: ({ name }) => dropped.push(name) },
  );
  const at = (time: number) => {
    now = time;
    return map;
  };
  return { map, at, made, dropped };
}

describe('a map of sandboxes', () => {
  it('makes each value once, on first use', () => {
    const { map, made } = mapWith();
    expect(map.peek('a')).toBeUndefined();
    expect(map.get('a')).toBe(map.get('a'));
    expect(map.peek('a')).toBe(map.get('a'));
    expect(made).toEqual(['a']);
  });

  it('drops what nobody has used for the idle time, and makes it anew', () => {
    const { at, made, dropped } = mapWith({ idleMilliseconds: 100 });
    const first = at(0).get('a');
    expect(at(100).get('a')).toBe(first);
    expect(at(200).get('a')).toBe(first);
    expect(at(301).get('a')).not.toBe(first);
    expect([made, dropped]).toEqual([['a', 'a'], ['a']]);
  });

  it('does not count a look as use', () => {
    const { at, dropped } = mapWith({ idleMilliseconds: 100 });
    at(0).get('a');
    at(90).peek('a');
    at(101).get('b');
    expect(dropped).toEqual(['a']);
  });

  it('makes room for a new one among those unused for longest', () => {
    const { at, dropped, map } = mapWith({ maxSandboxes: 3 });
    at(1).get('a');
    at(2).get('b');
    at(3).get('c');
    at(4).get('a');
    at(5).get('d');
    expect(dropped).toEqual(['b']);
    expect(map.entries().map(([name]) => name)).toEqual(['a', 'c', 'd']);
  });

  it('tells of each value that is deleted, once', () => {
    const { map, dropped } = mapWith();
    map.get('a');
    map.get('b');
    map.delete('a');
    map.delete('a');
    map.clear();
    expect(dropped).toEqual(['a', 'b']);
    expect(map.entries()).toEqual([]);
  });
});
