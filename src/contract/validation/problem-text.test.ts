import { describe, expect, it } from 'vitest';
import { requestBodyValidator } from '../contract.js';
import { loadShippingContract } from '../../shipping/shipping-service.js';
import type { Schema } from '../openapi.js';
import { maxProblems } from './problem-text.js';
import { ajvCompiler } from './ajv-compiler.js';
import { SchemaValidators } from './schema-validator.js';

/** The problems of a value under a schema. */
function problems(schema: Schema, value: unknown): string[] {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    components: { schemas: { S: schema } },
  };
  const validators = new SchemaValidators(document, ajvCompiler());
  return validators.problems(validators.at('/components/schemas/S'), value, 'body').map(({ text }) => text);
}

const field = (schema: Schema): Schema => ({ type: 'object', properties: { f: schema } });

describe('a problem names the field, the expectation and the value', () => {
  it.each<[string, Schema, unknown, string]>([
    [
      'a missing field',
      { required: ['f'], properties: { f: { type: 'integer' } } },
      {},
      'f is required and must be an integer, got nothing',
    ],
    [
      'a missing field of unknown form',
      { required: ['f'] },
      {},
      'f is required and must be given, got nothing',
    ],
    [
      'a missing field of two types',
      { required: ['f'], properties: { f: { type: ['string', 'null'] } } },
      {},
      'f is required and must be a string or null, got nothing',
    ],
    ['a wrong type', field({ type: 'string' }), { f: 2 }, 'f must be a string, got 2'],
    [
      'an array for an object',
      field({ type: 'object' }),
      { f: [1, 2] },
      'f must be an object, got an array of 2',
    ],
    ['an object for a number', field({ type: 'number' }), { f: {} }, 'f must be a number, got an object'],
    ['null', field({ type: 'string' }), { f: null }, 'f must be a string, got null'],
    [
      'a number that JSON can’t hold',
      field({ type: 'number' }),
      JSON.parse('{"f":1e400}'),
      'f must be a number, got a number too large to hold',
    ],
    ['too small', field({ exclusiveMinimum: 0 }), { f: -2 }, 'f must be greater than 0, got -2'],
    ['below the least', field({ minimum: 1 }), { f: 0 }, 'f must be 1 or more, got 0'],
    ['too large', field({ maximum: 9 }), { f: 10 }, 'f must be 9 or less, got 10'],
    ['at the open end', field({ exclusiveMaximum: 9 }), { f: 9 }, 'f must be less than 9, got 9'],
    ['no multiple', field({ multipleOf: 5 }), { f: 7 }, 'f must be a multiple of 5, got 7'],
    ['an empty text', field({ minLength: 1 }), { f: '' }, 'f must not be empty, got ""'],
    ['a short text', field({ minLength: 3 }), { f: 'ab' }, 'f must have 3 characters or more, got "ab"'],
    ['a long text', field({ maxLength: 2 }), { f: 'abc' }, 'f must have at most 2 characters, got "abc"'],
    ['an empty array', field({ minItems: 1 }), { f: [] }, 'f must have at least one element, got 0'],
    ['a long array', field({ maxItems: 1 }), { f: [1, 2] }, 'f must have at most one element, got 2'],
    ['an enumeration', field({ enum: ['a', 'b'] }), { f: 'c' }, 'f must be one of "a" or "b", got "c"'],
    ['a constant', field({ const: true }), { f: 1 }, 'f must be true, got 1'],
    ['a format', field({ format: 'date-time' }), { f: 'soon' }, 'f must be a valid date-time, got "soon"'],
    [
      'words of the document',
      field({ pattern: '^x$', 'x-expected': 'the letter x' }),
      { f: 'y' },
      'f must be the letter x, got "y"',
    ],
    [
      'an unknown field',
      { additionalProperties: false, properties: { rate_id: true } },
      { rate: 1 },
      'rate is not a known field; did you mean rate_id?',
    ],
    [
      'an unknown field like no other',
      { additionalProperties: false, properties: { rate_id: true } },
      { zzzzzzzzzz: 1 },
      'zzzzzzzzzz is not a known field',
    ],
    ['the value itself', { type: 'object' }, 'x', 'body must be an object, got "x"'],
    [
      'a place in arrays',
      { items: { items: { type: 'string' } } },
      [[], ['a', 1]],
      'body[1][1] must be a string, got 1',
    ],
    [
      'a name that is no word',
      { additionalProperties: { type: 'string' } },
      { 'a b/~"': 1 },
      'body["a b/~\\""] must be a string, got 1',
    ],
    ['a schema that allows nothing', field(false), { f: 1 }, 'f must not be given'],
  ])('%s', (_, schema, value, sentence) => {
    expect(problems(schema, value)).toEqual([sentence]);
  });

  it('a long list of values is truncated', () => {
    const values = Array.from({ length: 20 }, (_, index) => index);
    expect(problems(field({ enum: values }), { f: 'x' })[0]).toMatch(
      /^f must be one of 0, .*, 11 or 8 more, got "x"$/,
    );
  });
});

describe('there is one problem for each field', () => {
  it('a wrong type is not reported again as a wrong value', () => {
    expect(problems(field({ type: 'string', enum: ['a'], minLength: 1, const: 'a' }), { f: 5 })).toEqual([
      'f must be a string, got 5',
    ]);
  });

  it('fields are reported at any depth', () => {
    const schema: Schema = { items: { required: ['a'], properties: { a: { items: { type: 'number' } } } } };
    expect(problems(schema, [{}, { a: [1, 'x', null] }])).toEqual([
      'body[0].a is required and must be given, got nothing',
      'body[1].a[1] must be a number, got "x"',
      'body[1].a[2] must be a number, got null',
    ]);
  });

  it('problems beyond a thousand are counted', () => {
    const texts = problems(
      { items: { type: 'string' } },
      Array.from({ length: maxProblems + 7 }, () => 1),
    );
    expect(texts).toHaveLength(maxProblems + 1);
    expect(texts.at(-1)).toBe('body has 7 more problems');
  });

  it('validation stops after some thousands of errors', () => {
    const item = { required: ['a', 'b', 'c', 'd'] };
    const empty = Array.from({ length: 500 }, () => ({}));
    const texts = problems(
      { items: { type: 'array', items: item } },
      Array.from({ length: 500 }, () => empty),
    );
    expect(texts).toHaveLength(maxProblems + 1);
    expect(texts.at(-1)).toMatch(/^body has at least [45]\d\d\d more problems$/);
  });
});

describe('a value is shown safely', () => {
  it('long texts and names are truncated', () => {
    const [value] = problems(field({ type: 'number' }), { f: 'x'.repeat(5000) });
    const [name] = problems({ additionalProperties: false }, { ['y'.repeat(5000)]: 1 });
    expect(value).toMatch(/^f must be a number, got "x{57}\.\.\."$/);
    expect(name).toMatch(/^body\["y{57}\.\.\."\] is not a known field$/);
  });

  it.each(['\u0000', '\n', '\u001b[2J', '\u007f', '\u009b', '\u2028', '\u202e', '\u2066', '\ud800'])(
    'nothing in %j can move a cursor or turn a line',
    (text) => {
      const texts = [
        ...problems(field({ type: 'number' }), { f: text }),
        ...problems({ additionalProperties: false }, { [text]: 1 }),
      ];
      for (const sentence of texts) expect(sentence).toMatch(/^[ -~]+$/);
    },
  );
});

describe('a failed union is reported by its nearest branch', () => {
  const cat: Schema = {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
  };
  const dog: Schema = {
    type: 'object',
    required: ['kind', 'barks'],
    properties: { kind: { const: 'dog' }, barks: { type: 'boolean' } },
  };

  it.each(['oneOf', 'anyOf'])('%s', (keyword) => {
    expect(problems(field({ [keyword]: [cat, dog] }), { f: { kind: 'dog' } })).toEqual([
      'f.barks is required and must be a boolean, got nothing',
    ]);
    expect(problems(field({ [keyword]: [cat, dog] }), { f: { kind: 'cat', lives: 'nine' } })).toEqual([
      'f.lives must be an integer, got "nine"',
    ]);
  });

  it('a discriminator decides', () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      components: {
        schemas: {
          Cat: { type: 'object', required: ['a', 'b', 'c'] },
          Dog: { type: 'object', required: ['barks'] },
          Pet: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
            discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
          },
        },
      },
    };
    const validators = new SchemaValidators(document, ajvCompiler());
    const problemsOf = (value: unknown) =>
      validators.problems(validators.at('/components/schemas/Pet'), value, 'body').map(({ text }) => text);
    expect(problemsOf({ kind: 'feline', barks: 1 })).toEqual([]);
    expect(problemsOf({ kind: 'feline' })).toHaveLength(3);
    expect(problemsOf({ kind: 'Dog' })).toEqual(['barks is required and must be given, got nothing']);
  });

  it('other problems are reported besides', () => {
    const schema: Schema = { required: ['g'], properties: { f: { oneOf: [cat, dog] } } };
    expect(problems(schema, { f: { kind: 'dog' } }).sort()).toEqual([
      'f.barks is required and must be a boolean, got nothing',
      'g is required and must be given, got nothing',
    ]);
  });
});

it('of a hundred thousand wrong elements behind a $ref as many are reported as there may be', async () => {
  const contract = await loadShippingContract();
  const operation = contract.operations.find(({ id }) => id === 'getShippingRates')!;
  const validate = requestBodyValidator(contract, operation)!;
  const body = { box_dimension: Array.from({ length: 100_000 }, () => 1) };
  expect(contract.validators.problems(validate, body, 'body')).toHaveLength(maxProblems + 1);
});
