import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { isDeepStrictEqual } from 'node:util';
import { jsonEqual } from './json-equal.js';

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('jsonEqual', () => {
  it('finds every value equal to a copy of itself', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonEqual(value, structuredClone(value))).toBe(true);
      }),
      { seed: 1 },
    );
  });

  it('agrees with Node on any two values', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(jsonEqual(one, other)).toBe(isDeepStrictEqual(one, other));
      }),
      { seed: 2 },
    );
  });

  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [[], {}, false],
    [null, {}, false],
    [5, '5', false],
    [{ constructor: 1 }, {}, false],
    [{}, { toString: 1 }, false],
  ])('%j and %j: %s', (one, other, expected) => {
    expect([jsonEqual(one, other), jsonEqual(other, one)]).toEqual([expected, expected]);
  });
});
