import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { applyPatches } from './apply-patches.js';
import { combine, effectOf } from './plan-effect.js';
import { maxDelayMs } from './scenario.js';
import type { Effect, EffectTemplate, Patch, Scenario, Step } from './scenario.js';
import { seededRandom } from '../contract/seeded-random.js';

const fixedSeed = { seed: 20_260_115 };

const pointer = fc.constantFrom(
  '',
  '/a',
  '/a/*',
  '/a/*/b',
  '/a/0',
  '/a/7',
  '/*',
  '/c/d',
  '/__proto__',
  '/a/*/*',
);
const patch: fc.Arbitrary<Patch> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), pointer, value: fc.jsonValue({ maxDepth: 1 }) }),
  fc.record({ kind: fc.constant('remove' as const), pointer }),
  fc.record({ kind: fc.constant('append' as const), pointer, value: fc.jsonValue({ maxDepth: 1 }) }),
  fc.record({
    kind: fc.constant('repeat' as const),
    pointer,
    length: fc.nat(20),
    unique: fc.constant(['b']),
  }),
  fc.record({ kind: fc.constant('limit' as const), pointer, length: fc.nat(5) }),
  fc.record({
    kind: fc.constant('convert' as const),
    pointer,
    type: fc.constantFrom('string' as const, 'number' as const, 'boolean' as const),
  }),
  fc.record({ kind: fc.constant('rename' as const), pointer, name: fc.constantFrom('a', 'z', '__proto__') }),
);
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.record({
    a: fc.array(fc.record({ b: fc.oneof(fc.nat(), fc.string()) }), { maxLength: 6 }),
    c: fc.jsonValue(),
  }),
);

describe('patches', () => {
  it('never change the body that they are given, and always leave JSON', () => {
    fc.assert(
      fc.property(body, fc.array(patch, { maxLength: 5 }), (given, patches) => {
        const before = JSON.stringify(given);
        const after = applyPatches(given, patches);
        expect(JSON.stringify(given)).toBe(before);
        if (after !== undefined) expect(typeof JSON.stringify(after)).toBe('string');
        expect(Object.hasOwn(Object.prototype, 'b')).toBe(false);
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
      }),
      fixedSeed,
    );
  });

  it('none leaves the body itself', () => {
    const given = { a: 1 };
    expect(applyPatches(given, [])).toBe(given);
  });

  it('repeat fills to the length, keeps the order of a sorted array and makes ids unique', () => {
    const elements = fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(elements, fc.integer({ min: 1, max: 80 }), fc.boolean(), (numbers, length, texts) => {
        const data = numbers
          .sort((a, b) => a - b)
          .map((number) => ({ id: texts ? `id${number}` : number, charge: number }));
        const patches: Patch[] = [{ kind: 'repeat', pointer: '/data', length, unique: ['id'] }];
        const after = (applyPatches({ data }, patches) as { data: typeof data }).data;
        expect(after).toHaveLength(Math.max(length, data.length));
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
        const charges = after.map(({ charge }) => charge);
        expect(charges).toEqual([...charges].sort((a, b) => a - b));
        for (const original of data) expect(after).toContainEqual(original);
      }),
      fixedSeed,
    );
  });

  it.each<[string, unknown, Patch, unknown]>([
    [
      'sets in every element',
      { d: [{}, { x: 1 }] },
      { kind: 'set', pointer: '/d/*/x', value: 2 },
      { d: [{ x: 2 }, { x: 2 }] },
    ],
    ['sets the whole', { d: 1 }, { kind: 'set', pointer: '', value: [] }, []],
    ['sets no element that is not there', { d: [1] }, { kind: 'set', pointer: '/d/1', value: 2 }, { d: [1] }],
    ['removes every element', { d: [1, 2, 3] }, { kind: 'remove', pointer: '/d/*' }, { d: [] }],
    ['removes one element', { d: [1, 2, 3] }, { kind: 'remove', pointer: '/d/1' }, { d: [1, 3] }],
    ['appends', { d: [1] }, { kind: 'append', pointer: '/d', value: { a: 1 } }, { d: [1, { a: 1 }] }],
    ['limits', { d: [1, 2, 3] }, { kind: 'limit', pointer: '/d', length: 2 }, { d: [1, 2] }],
    ['does not limit what is shorter', { d: [1] }, { kind: 'limit', pointer: '/d', length: 2 }, { d: [1] }],
    ['repeats', { d: [1, 2] }, { kind: 'repeat', pointer: '/d', length: 4, unique: [] }, { d: [1, 1, 2, 2] }],
    [
      'leaves an empty array empty',
      { d: [] },
      { kind: 'repeat', pointer: '/d', length: 9, unique: [] },
      { d: [] },
    ],
    [
      'converts to a text',
      { d: [1.5] },
      { kind: 'convert', pointer: '/d/*', type: 'string' },
      { d: ['1.5'] },
    ],
    ['converts to a number', { d: '200' }, { kind: 'convert', pointer: '/d', type: 'number' }, { d: 200 }],
    ['converts to a boolean', { d: 'no' }, { kind: 'convert', pointer: '/d', type: 'boolean' }, { d: true }],
    ['renames', { d: [{ x: 1 }] }, { kind: 'rename', pointer: '/d/*/x', name: 'y' }, { d: [{ y: 1 }] }],
    ['takes * for a name in an object', { '*': 1, a: 2 }, { kind: 'remove', pointer: '/*' }, { a: 2 }],
    ['understands escapes', { 'a/b': { '~': 1 } }, { kind: 'remove', pointer: '/a~1b/~0' }, { 'a/b': {} }],
  ])('%s', (_what, given, one, expected) => {
    expect(applyPatches(given, [one])).toEqual(expected);
  });
});

describe('seededRandom', () => {
  it('gives the same numbers for the same parts, from 0 up to but not 1', () => {
    const parts = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 5 });
    fc.assert(
      fc.property(parts, (given) => {
        const [one, two] = [seededRandom(...given), seededRandom(...given)];
        for (let draw = 0; draw < 5; draw += 1) {
          const number = one();
          expect(number).toBe(two());
          expect(number >= 0 && number < 1).toBe(true);
        }
      }),
      fixedSeed,
    );
  });

  it('is even over calls, sandboxes and seeds, in its first number and its second', () => {
    const ways: ((index: number) => () => number)[] = [
      (index) => seededRandom(1, 'public', 'intermittent', index),
      (index) => seededRandom(1, `test-${index}`, 'intermittent', 1),
      (index) => seededRandom(index, 'public', 'intermittent', 1),
    ];
    for (const way of ways) {
      const counts = [new Array<number>(10).fill(0), new Array<number>(10).fill(0)];
      for (let index = 1; index <= 20_000; index += 1) {
        const random = way(index);
        for (const count of counts) {
          const bucket = Math.floor(random() * 10);
          count[bucket] = (count[bucket] ?? 0) + 1;
        }
      }
      // 2,000 each; the standard deviation is 42.
      for (const count of counts.flat()) expect(Math.abs(count - 2000)).toBeLessThan(200);
    }
  });

  it('keeps parts apart', () => {
    expect(seededRandom('ab', 'c')()).not.toBe(seededRandom('a', 'bc')());
  });
});

describe('sequences', () => {
  const template = (fault: EffectTemplate['fault']): EffectTemplate => ({
    answerFor: undefined,
    patches: [],
    headers: [],
    delay: undefined,
    spendQuota: false,
    fault,
  });
  const steps: fc.Arbitrary<Step[]> = fc
    .array(fc.record({ times: fc.integer({ min: 1, max: 5 }), normal: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((list) =>
      list.map(({ times, normal }, index) => ({
        times,
        label: String(index),
        effect: normal ? undefined : template({ kind: 'reset' }),
      })),
    );
  const at = (list: Step[], atEnd: 'normal' | 'hold' | 'loop', call: number) => {
    const scenario: Scenario = {
      name: 's',
      title: '',
      advice: '',
      file: undefined,
      breaksContract: false,
      operations: new Set(['o']),
      match: { headers: [], body: [] },
      schedule: { kind: 'sequence', steps: list, atEnd },
    };
    return effectOf(scenario, call, { operationId: 'o' }, () => 0)?.stepLabel;
  };

  it('are the steps written out; then normal, the last for ever, or all again', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 100 }), (list, call) => {
        const written = list.flatMap((step) => new Array<Step>(step.times).fill(step));
        const course = written.map(
          ({ effect, label }, index) => effect && `${label} (step ${index + 1} of ${written.length})`,
        );
        expect(at(list, 'normal', call)).toBe(course[call - 1]);
        expect(at(list, 'hold', call)).toBe(call > course.length ? course.at(-1) : course[call - 1]);
        expect(at(list, 'loop', call)).toBe(course[(call - 1) % course.length]);
      }),
      fixedSeed,
    );
  });
});

describe('combine', () => {
  const effect: fc.Arbitrary<Effect> = fc.record({
    answer: fc.option(
      fc.record({
        status: fc.integer({ min: 200, max: 599 }),
        headers: fc.constant({}),
        content: fc.constant(undefined),
      }),
      { nil: undefined },
    ),
    patches: fc.array(patch, { maxLength: 2 }),
    headers: fc.array(fc.record({ name: fc.constant('X-A'), value: fc.string() }), { maxLength: 2 }),
    delayMs: fc.nat(400_000),
    spendQuota: fc.boolean(),
    fault: fc.option(fc.constantFrom({ kind: 'reset' as const }, { kind: 'close' as const }), {
      nil: undefined,
    }),
    stepLabel: fc.constantFrom('', 'a', 'b'),
  });

  it('does not depend on what is combined first', () => {
    fc.assert(
      fc.property(effect, effect, effect, (a, b, c) => {
        const left = combine([combine([a, b])!, c]);
        expect(combine([a, combine([b, c])!])).toEqual(left);
        expect(combine([a, b, c])).toEqual(left);
      }),
      fixedSeed,
    );
  });

  it('adds up patches, headers and waits, and lets the last answer and the last fault win', () => {
    fc.assert(
      fc.property(effect, effect, (a, b) => {
        const both = combine([a, b])!;
        expect(both.patches).toEqual([...a.patches, ...b.patches]);
        expect(both.headers).toEqual([...a.headers, ...b.headers]);
        expect(both.delayMs).toBe(Math.min(maxDelayMs, a.delayMs + b.delayMs));
        expect(both.fault).toEqual(b.fault ?? a.fault);
        const last = b.answer !== undefined || b.spendQuota ? b : a;
        expect([both.answer, both.spendQuota]).toEqual([last.answer, last.spendQuota]);
      }),
      fixedSeed,
    );
  });

  it('of nothing is nothing', () => {
    expect(combine([])).toBeUndefined();
  });
});
