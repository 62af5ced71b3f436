/** Laws of comparisons, over documents made at random: a failure prints the seed that repeats it. */
import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';
import { findChanges } from './find-changes.js';
import { valuesAt } from './met/seen-exchange.js';
import { requestOf, responseOf } from './testing/thing-documents.js';

const load = (document: object): Promise<Contract> =>
  loadContract('openapi.json', { text: JSON.stringify(document) });

async function changesOf(old: object, now: object) {
  return findChanges(await load(old), await load(now));
}

/** Schemas of one value, NEW narrower than OLD, and a value that OLD alone accepts. */
interface Narrowing {
  readonly old: object;
  readonly new: object;
  readonly witness: unknown;
}

const whole = fc.integer({ min: -1000, max: 1000 });
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const few = fc.uniqueArray(word, { minLength: 2, maxLength: 5 });

const narrowings: fc.Arbitrary<Narrowing> = fc.oneof(
  fc.tuple(whole, fc.integer({ min: 1, max: 50 })).map(([minimum, more]) => ({
    old: { type: 'number', minimum },
    new: { type: 'number', minimum: minimum + more },
    witness: minimum,
  })),
  fc.tuple(whole, fc.integer({ min: 1, max: 50 })).map(([maximum, less]) => ({
    old: { type: 'integer', maximum },
    new: { type: 'integer', maximum: maximum - less },
    witness: maximum,
  })),
  whole.map((bound) => ({
    old: { type: 'number', maximum: bound },
    new: { type: 'number', exclusiveMaximum: bound },
    witness: bound,
  })),
  fc.integer({ min: 1, max: 30 }).map((length) => ({
    old: { type: 'string', maxLength: length },
    new: { type: 'string', maxLength: length - 1 },
    witness: 'x'.repeat(length),
  })),
  few.map(([gone, ...values]) => ({
    old: { type: 'string', enum: [gone, ...values] },
    new: { type: 'string', enum: values },
    witness: gone,
  })),
  fc.constant({ old: { type: ['string', 'null'] }, new: { type: 'string' }, witness: null }),
  fc.constant({ old: { type: 'number' }, new: { type: 'integer' }, witness: 0.5 }),
  fc.constant({ old: {}, new: { type: 'string' }, witness: 5 }),
  fc.constant({ old: { type: 'string' }, new: { type: 'string', pattern: '^a' }, witness: 'b' }),
  fc.constant({ old: { type: 'array' }, new: { type: 'array', uniqueItems: true }, witness: [1, 1] }),
  fc.integer({ min: 2, max: 9 }).map((multipleOf) => ({
    old: { type: 'integer' },
    new: { type: 'integer', multipleOf },
    witness: multipleOf + 1,
  })),
  word.map((name) => ({
    old: { type: 'object', properties: { [name]: {} } },
    new: { type: 'object', properties: { [name]: {} }, required: [name] },
    witness: {},
  })),
  fc.constant({
    old: { type: 'object', properties: { a: {} } },
    new: { type: 'object', properties: { a: {} }, additionalProperties: false },
    witness: { b: 1 },
  }),
  fc.constant({
    old: { oneOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }, { type: 'boolean' }] },
    new: { oneOf: [{ type: 'boolean' }, { type: 'string', maxLength: 3 }] },
    witness: 7,
  }),
);

/** A way from the body to a value in it: a field, an element or any name of a map. */
type Step = { readonly in: 'field'; readonly name: string } | { readonly in: 'array' | 'map' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    word.map((name) => ({ in: 'field' as const, name })),
    fc.constantFrom({ in: 'array' as const }, { in: 'map' as const }),
  ),
  { maxLength: 4 },
);

function schemaAround(schema: object, [step, ...rest]: readonly Step[], isFlat: boolean): object {
  if (!step) return schema;
  const inner = schemaAround(schema, rest, isFlat);
  if (step.in === 'array') return { type: 'array', items: inner };
  if (!('name' in step)) return { type: 'object', additionalProperties: inner };
  const object = { type: 'object', properties: { [step.name]: inner, other: { type: 'string' } } };
  return isFlat
    ? object
    : {
        allOf: [
          { type: 'object', properties: { other: { type: 'string' } } },
          { properties: { [step.name]: inner } },
        ],
      };
}

function valueAround(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (!step) return value;
  const inner = valueAround(value, rest);
  if (step.in === 'array') return [inner];
  return { ['name' in step ? step.name : 'any']: inner };
}

describe('a schema narrowed at random', () => {
  it('breaks those who send it, by a value that OLD alone accepts, and nobody who reads it', async () => {
    await fc.assert(
      fc.asyncProperty(narrowings, steps, fc.boolean(), async ({ old, new: now, witness }, way, isFlat) => {
        const [one, other] = [schemaAround(old, way, isFlat), schemaAround(now, way, !isFlat)];
        const [before, after] = [await load(requestOf(one)), await load(requestOf(other))];
        const value = valueAround(witness, way);
        const schema = '/paths/~1things/post/requestBody/content/application~1json/schema';
        expect([before.validators.at(schema)(value), after.validators.at(schema)(value)]).toEqual([
          true,
          false,
        ]);
        const breaking = findChanges(before, after).filter(({ effect }) => effect === 'breaking');
        expect(breaking).not.toEqual([]);
        for (const { direction, certainty, at } of breaking) {
          expect({ direction, certainty }).toEqual({ direction: 'request', certainty: 'certain' });
          // The way leads to the value, or to the field that it lacks.
          expect(valuesAt(value, at[0]?.path.slice(0, way.length) ?? [])).not.toEqual([]);
        }
        const read = await changesOf(responseOf(one), responseOf(other));
        expect(read.filter(({ effect }) => effect === 'breaking')).toEqual([]);
        const back = await changesOf(requestOf(other), requestOf(one));
        expect(back.filter(({ effect }) => effect === 'breaking')).toEqual([]);
        // Backwards each change is there as well, in the other direction.
        expect(back).toHaveLength(findChanges(before, after).length);
      }),
      { numRuns: 150 },
    );
  });
});

/** The same schema in another dress: members in another order, and each part a component of its own. */
function disguised(schema: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((one: unknown) => disguised(one, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).reverse();
  const other = entries.map(
    ([key, value]) => [key, key === 'enum' ? value : partsOf(key, value, components)] as const,
  );
  return Object.fromEntries(other);
}

function partsOf(key: string, value: unknown, components: Record<string, unknown>): unknown {
  const isSchema = ['items', 'additionalProperties'].includes(key) && typeof value === 'object';
  if (key === 'properties')
    return Object.fromEntries(
      Object.entries(value as object)
        .map(([name, one]) => [name, referenceTo(one, components)] as const)
        .reverse(),
    );
  return isSchema ? referenceTo(value, components) : disguised(value, components);
}

function referenceTo(schema: unknown, components: Record<string, unknown>): object {
  const name = `Part${Object.keys(components).length}`;
  components[name] = {};
  components[name] = disguised(schema, components);
  return { $ref: `#/components/schemas/${name}` };
}

describe('a document in another dress', () => {
  it('has no change: order, references and allOf mean nothing', async () => {
    await fc.assert(
      fc.asyncProperty(narrowings, steps, async ({ old }, way) => {
        const schemas: Record<string, unknown> = {};
        const one = schemaAround(old, way, true);
        const other = disguised(schemaAround(old, way, false), schemas);
        for (const dress of [requestOf, responseOf]) {
          const dressed = { ...dress(other), components: { schemas } };
          expect([await changesOf(dress(one), dressed), await changesOf(dressed, dress(one))]).toEqual([
            [],
            [],
          ]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
