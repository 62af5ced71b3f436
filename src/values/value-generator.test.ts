/** The generator over the JSON Schema Test Suite, over real documents, over schemas that are hard, and over what it is asked to say. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { loadContract } from '../contract/load-contract.js';
import { seededRandom } from '../contract/seeded-random.js';
import { judgeOf, suiteGroups, unsatisfiedGroups } from './testing/test-suite.js';
import { ValueGenerator, type Wish } from './value-generator.js';

const { resolve } = createRequire(import.meta.url);

function made(schema: unknown, seed = 1, wish: Partial<Wish> = {}): unknown {
  return new ValueGenerator(schema).generate('', {
    random: seededRandom(seed),
    examples: 'accepted',
    ...wish,
  });
}

describe('the JSON Schema Test Suite', () => {
  it('has a valid generated value for every schema, except for the listed ones', () => {
    const found = suiteGroups.filter((group) => {
      const accepts = judgeOf(group);
      return !accepts || ![1, 2, 3].every((seed) => accepts(made(group.schema, seed)));
    });
    expect(found.map(({ name }) => name)).toEqual(unsatisfiedGroups);
    expect(1 - found.length / suiteGroups.length).toBeGreaterThanOrEqual(0.97);
  });
});

describe('components of a real document', () => {
  it('get valid generated values with any seed', async () => {
    const file = join(dirname(resolve('@directus/specs/package.json')), 'dist', 'openapi.json');
    const { document, validators } = await loadContract(file);
    const generator = new ValueGenerator(document);
    const names = Object.keys(document.components?.schemas ?? {});
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), (name, seed) => {
        const pointer = `/components/schemas/${name}`;
        const value = generator.generate(pointer, { random: seededRandom(seed), examples: 'accepted' });
        expect([name, validators.at(pointer)(value)]).toEqual([name, true]);
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});

describe('a schema that is hard', () => {
  const node = {
    type: 'object',
    required: ['next'],
    properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
  };
  it.each<[string, object]>([
    ['contains itself below a union', node],
    [
      'contains itself below allOf',
      {
        allOf: [
          { type: 'object', properties: { all: { type: 'array', items: { $ref: '#' } } }, required: ['all'] },
        ],
      },
    ],
    [
      'has branches that accept one another’s objects',
      {
        oneOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { type: 'object', properties: { b: { type: 'integer' } } },
        ],
      },
    ],
    [
      'wants a date and time of 25 characters',
      { type: 'string', format: 'date-time', minLength: 25, maxLength: 25 },
    ],
    ['wants a long address', { type: 'string', format: 'email', minLength: 60 }],
    [
      'has a pattern and a length',
      { type: 'string', pattern: '^[A-Z]{2}-\\d+$', minLength: 12, maxLength: 12 },
    ],
    ['has two patterns', { allOf: [{ type: 'string', pattern: '^[a-f0-9]+$' }, { pattern: '^.{8}$' }] }],
    [
      'wants many different items',
      { type: 'array', items: { enum: [1, 2, 3, 4, 5, 6] }, minItems: 6, uniqueItems: true },
    ],
    [
      'wants a multiple of two numbers between bounds',
      { type: 'number', multipleOf: 0.25, allOf: [{ multipleOf: 0.1 }], exclusiveMinimum: 10, maximum: 11 },
    ],
    [
      'wants more properties than it names',
      {
        type: 'object',
        minProperties: 5,
        propertyNames: { pattern: '^[a-z]{3}$' },
        additionalProperties: { type: 'integer' },
      },
    ],
    [
      'rules out what would be usual',
      { type: 'object', properties: { a: { type: 'string' } }, not: { required: ['a'] } },
    ],
    [
      'has conditions',
      {
        properties: { kind: { enum: ['a', 'b'] } },
        required: ['kind'],
        if: { properties: { kind: { const: 'a' } } },
        then: { required: ['x'] },
        else: { required: ['y'] },
      },
    ],
    [
      'has dependencies',
      {
        type: 'object',
        required: ['card'],
        dependentRequired: { card: ['address'] },
        dependentSchemas: { address: { required: ['zip'] } },
      },
    ],
    [
      'limits what it contains',
      {
        type: 'array',
        minItems: 4,
        contains: { const: 1 },
        minContains: 2,
        maxContains: 2,
        items: { enum: [1, 2] },
      },
    ],
    [
      'leaves nothing unevaluated',
      {
        allOf: [{ properties: { a: true }, required: ['a'] }],
        patternProperties: { '^x-': { type: 'string' } },
        minProperties: 3,
        unevaluatedProperties: false,
      },
    ],
    [
      'places its first items',
      { type: 'array', prefixItems: [{ const: 'a' }, { type: 'integer' }], items: false, minItems: 2 },
    ],
  ])('that %s is satisfied', (_, schema) => {
    const generator = new ValueGenerator(schema);
    for (const seed of [1, 2, 3, 4, 5]) {
      const value = made(schema, seed);
      expect([value, generator.accepts('', value)]).toEqual([value, true]);
    }
  });

  it.each<[string, object]>([
    ['more items than a response can have', { type: 'array', minItems: 1e9 }],
    ['a text longer than a response can have', { type: 'string', minLength: 1e9 }],
    [
      'itself without end',
      { type: 'object', required: ['a', 'b'], properties: { a: { $ref: '#' }, b: { $ref: '#' } } },
    ],
    [
      'a branch of very many, none of which can be',
      { oneOf: Array.from({ length: 200 }, () => ({ type: 'string', enum: [1] })) },
    ],
    ['nothing at all', { not: {} }],
  ])('that wants %s is given up', (_, schema) => {
    expect(made(schema)).not.toBeUndefined();
  });
});

describe('a value at the edges of its schema', () => {
  const box = {
    type: 'object',
    required: ['code', 'weight', 'kinds'],
    properties: {
      code: { type: 'string', minLength: 3, maxLength: 9 },
      zip: { type: 'string', pattern: '^\\d{5}$' },
      weight: { type: 'number', minimum: 2, maximum: 70 },
      height: { type: 'number', exclusiveMinimum: 0 },
      kinds: { type: 'array', minItems: 1, items: { enum: ['first', 'second', 'third'] } },
    },
  };

  it('has only what is required, the least numbers and the shortest texts when it is minimal', () => {
    expect(made(box, 1, { fullness: 'minimal' })).toEqual({ code: 'aaa', weight: 2, kinds: ['first'] });
  });

  it('has everything, the greatest numbers and the longest texts, of several scripts, when it is maximal', () => {
    const value = made(box, 1, { fullness: 'maximal' }) as { code: string; kinds: unknown[] };
    expect(value).toMatchObject({ weight: 70, height: 100, zip: expect.stringMatching(/^\d{5}$/) });
    expect(Array.from(value.code)).toHaveLength(9);
    expect(value.kinds.length).toBeGreaterThan(1);
    const long = made({ type: 'string', minLength: 500 }, 1, { fullness: 'maximal' }) as string;
    expect(long).toMatch(/\P{ASCII}/u);
  });

  it.each(['minimal', 'maximal', 'random'] as const)('is valid with any seed when it is %s', (fullness) => {
    const generator = new ValueGenerator(box);
    const values = Array.from({ length: 50 }, (_, seed) => made(box, seed, { fullness }));
    expect(values.filter((value) => !generator.accepts('', value))).toEqual([]);
    const isVaried = new Set(values.map((value) => JSON.stringify(value))).size > 1;
    expect(isVaried).toBe(fullness !== 'minimal');
  });
});

describe('a generated value', () => {
  const person = {
    type: 'object',
    required: ['name', 'email'],
    properties: {
      name: { type: 'string' },
      email: { type: 'string', format: 'email' },
      price: { type: 'number' },
      password: { type: 'string', writeOnly: true },
      id: { type: 'integer', readOnly: true },
    },
  };

  it('is the same for the same seed, and different for another seed', () => {
    expect(made(person, 1)).toEqual(made(person, 1));
    expect(made(person, 1)).not.toEqual(made(person, 2));
  });

  it('looks like the names of its properties suggest', () => {
    expect(made(person)).toEqual({
      name: expect.stringMatching(/^\w+ \w+$/),
      email: expect.stringMatching(/^\w+\.\w+@example\.com$/),
      price: expect.any(Number),
      password: expect.any(String),
      id: expect.any(Number),
    });
  });

  it.each([
    ['decimal', /^\d+\.\d{2}$/],
    ['int64', /^\d+$/],
    ['http-date', /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/],
    ['date-time-local', /^[\d-]{10}T[\d:]{8}$/],
  ])('looks like its format %s', (format, form) => {
    expect(made({ type: 'string', format })).toMatch(form);
  });

  it('has no writeOnly property in a response, even a required one, and no readOnly property in a request', () => {
    const schema = { ...person, required: ['name', 'password', 'id'] };
    const wish: Wish = { random: seededRandom(1), examples: 'accepted' };
    const response = new ValueGenerator(schema, 'response');
    expect(Object.keys(Object(response.generate('', wish)) as object)).toEqual([
      'name',
      'email',
      'price',
      'id',
    ]);
    expect(response.accepts('', { name: 'x', id: 1 })).toBe(true);
    const request = new ValueGenerator(schema, 'request').generate('', wish);
    expect(Object.keys(Object(request) as object)).toEqual(['name', 'email', 'price', 'password']);
  });

  it('keeps as much of a given value as the schema accepts', () => {
    const given = { name: 'Ada', email: 'nobody', price: 3, more: true };
    expect(made(person, 1, { given })).toEqual({ ...given, email: expect.stringContaining('@example.com') });
  });

  it.each(['maximal', 'random', 'minimal', undefined] as const)(
    'of a schema that contains lists of itself is of bounded size when its fullness is %s',
    (fullness) => {
      const lists = Array.from('abcdefghij', (name) => [name, { type: 'array', items: { $ref: '#' } }]);
      const properties = { id: { type: 'integer' }, ...(Object.fromEntries(lists) as object) };
      const value = made({ type: 'object', required: ['id'], properties }, 1, { fullness });
      expect(value).toHaveProperty('id');
      expect(JSON.stringify(value).match(/[[{]/g)?.length).toBeLessThan(4000);
    },
  );

  it('takes examples and defaults of schemas that they accept', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string', example: 'one' },
        b: { type: 'integer', example: 'two' },
        c: { type: 'integer', default: 3 },
      },
    };
    expect(made(schema)).toEqual({ a: 'one', b: expect.any(Number), c: 3 });
    expect(made(schema, 1, { examples: 'all' })).toEqual({ a: 'one', b: 'two', c: 3 });
    expect(made(schema, 1, { examples: 'none' })).not.toMatchObject({ a: 'one' });
  });

  it('names its kind where a discriminator requires it', () => {
    const document = {
      schemas: {
        Pet: {
          type: 'object',
          required: ['petType'],
          properties: { petType: { type: 'string' } },
          discriminator: { propertyName: 'petType', mapping: { cat: '#/schemas/Cat' } },
        },
        Cat: {
          allOf: [{ $ref: '#/schemas/Pet' }, { type: 'object', properties: { name: { type: 'string' } } }],
        },
        Dog: { allOf: [{ $ref: '#/schemas/Pet' }] },
        One: {
          oneOf: [{ $ref: '#/schemas/Bike' }, { $ref: '#/schemas/Car' }],
          discriminator: { propertyName: 'kind' },
        },
        Bike: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
        Car: {
          type: 'object',
          required: ['kind', 'doors'],
          properties: { kind: { const: 'Car' }, doors: { type: 'integer' } },
        },
        Owned: { properties: { pet: { $ref: '#/schemas/Cat' } } },
      },
    };
    const generator = new ValueGenerator(document);
    const generated = (name: string): unknown =>
      generator.generate(`/schemas/${name}`, { random: seededRandom(1), examples: 'accepted' });
    expect(generated('One')).toMatchObject({ kind: 'Bike' });
    expect(generated('Owned')).toMatchObject({ pet: { petType: 'cat' } });
  });
});

describe('a schema that accepts nothing', () => {
  const date = { type: 'string', format: 'date-time' };
  const closed = { type: 'object', additionalProperties: false, properties: { id: {} } };
  const root = {
    $defs: {
      needsUnknown: { ...closed, required: ['name'] },
      needsKnown: { ...closed, required: ['id'] },
      mayBeOther: { ...closed, required: ['name'], type: ['object', 'null'] },
      byPattern: { ...closed, required: ['name'], patternProperties: { n: {} } },
      dateOfAnother: { ...date, pattern: '^se-' },
      dateOrAnother: { ...date, pattern: '^se-|^2' },
      dateOfYear: { ...date, pattern: '^20' },
      dateRepeated: { ...date, pattern: '^s*2' },
      around: {
        type: 'object',
        properties: { made: { allOf: [date, { pattern: '^se' }] }, other: date },
        anyOf: [{ properties: { list: { items: { type: 'string', minLength: 3, maxLength: 1 } } } }],
      },
    },
  };
  const generator = new ValueGenerator(root);
  const isContradictory = (name: string, ...path: string[]) =>
    generator.isContradictory(`/$defs/${name}`, path);

  it.each(['needsUnknown', 'dateOfAnother'])('is known to: %s', (name) => {
    expect(isContradictory(name)).toBe(true);
  });

  it.each(['needsKnown', 'mayBeOther', 'byPattern', 'dateOrAnother', 'dateOfYear', 'dateRepeated'])(
    'is not seen where it accepts something: %s',
    (name) => {
      expect(isContradictory(name)).toBe(false);
    },
  );

  it('is found inside, by the way to it', () => {
    expect(isContradictory('around', 'made')).toBe(true);
    expect(isContradictory('around', 'list', '3')).toBe(true);
    expect(isContradictory('around', 'other')).toBe(false);
    expect(isContradictory('around', 'unknown')).toBe(false);
    expect(isContradictory('around')).toBe(false);
  });
});
