import { expect, it } from 'vitest';
import type { OpenApiDocument } from '../openapi.js';
import { SchemaTypes } from './schema-types.js';

const document: OpenApiDocument = { openapi: '3.1.0', info: { title: 'Things', version: '1' } };

it.each([
  ['no value', { enum: [] }, 'never'],
  ['null alone, where null is said by `nullable`', { enum: [null], nullable: true }, 'never | null'],
  ['a value twice', { enum: [1, 'a', 1] }, '(1 | "a")'],
])('SchemaTypes writes an enumeration of %s as a type', (_, schema, type) => {
  expect(new SchemaTypes(document, 'Things', 'readOnly').typeOf(schema)).toBe(type);
});

const text = { type: 'string' };
const described: OpenApiDocument = {
  ...document,
  components: {
    schemas: {
      Record: { type: 'object', properties: { labels: { type: 'object', additionalProperties: text } } },
      Pet: { type: 'object', required: ['kind'], properties: { kind: text, age: { type: 'integer' } } },
      Marked: { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } },
    },
  },
};
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it.each([
  [
    'a reference to a requirement',
    { allOf: [to('Pet'), { required: ['age'] }] },
    'Things.Pet & { "age": {} | null }',
  ],
  [
    'a requirement beside a reference',
    { ...to('Pet'), required: ['age'] },
    'Things.Pet & { "age": {} | null }',
  ],
  ['a requirement of what is left out', { allOf: [to('Marked'), { required: ['id'] }] }, 'Things.Marked'],
  ['a requirement that nothing describes', { allOf: [to('Pet'), { required: ['colour'] }] }, 'Things.Pet'],
  [
    'properties under a condition',
    {
      properties: { kind: { enum: ['card', 'bank'] } },
      if: { properties: { kind: { const: 'card' } } },
      then: { required: ['number'], properties: { number: text, kind: { const: 'card' } } },
      else: { properties: { iban: text, number: { type: 'integer' } } },
      dependentSchemas: { kind: { properties: { extra: true } } },
    },
    '{ "kind"?: ("card" | "bank") } & { "number"?: (string | number); "iban"?: string; "extra"?: unknown }',
  ],
  [
    'a condition in a member of allOf',
    { allOf: [to('Pet'), { if: {}, then: { properties: { age: { const: 1 }, size: text } } }] },
    'Things.Pet & { "size"?: string }',
  ],
  ['properties by pattern', { patternProperties: { '^x-': text } }, 'Record<string, unknown>'],
  [
    'properties by pattern alone',
    { patternProperties: { '^x-': text }, additionalProperties: false },
    'Record<string, string>',
  ],
  [
    'properties by name and by pattern',
    { properties: { a: text }, patternProperties: { '^x-': text } },
    '{ "a"?: string } & Record<string, unknown>',
  ],
  [
    'a list of at least one value',
    { prefixItems: [text, text], items: false, minItems: 1 },
    '[string, string?]',
  ],
  ['a schema by the name of a global type', to('Record'), 'Things._Record'],
])('SchemaTypes writes %s', (_, schema, type) => {
  const types = new SchemaTypes(described, 'Things', 'readOnly');
  expect(types.typeOf(schema)).toBe(type);
  expect(types.declaration()).not.toContain('type Record ');
});
