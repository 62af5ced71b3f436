/** Changes that are easily missed, or easily taken for what they are not, each in both directions. */
import { describe, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';
import { findChanges } from './find-changes.js';
import {
  documentOf,
  field,
  formOf,
  number,
  object,
  ok,
  parameterOf,
  requestOf,
  responseOf,
  text,
  type Json,
} from './testing/thing-documents.js';

const load = (document: object): Promise<Contract> =>
  loadContract('openapi.json', { text: JSON.stringify(document) });

/** Kinds of the changes that break clients. */
async function breaksOf(old: object, now: object): Promise<string[]> {
  const found = findChanges(await load(old), await load(now));
  return found.filter(({ effect }) => effect === 'breaking').map(({ kind }) => kind);
}

const integer: Json = { type: 'integer' };
const list = (items: Json): Json => ({ type: 'array', items });
const [some, others] = [object({ a: text }, ['a']), object({ b: text }, ['b'])];
const responses = (all: Json): Json => documentOf({ responses: all });
const answer = (schema: Json, more: Json = {}): Json => ({
  ...{ description: 'One', content: { 'application/json': { schema } } },
  ...more,
});
const inRange = (range: string, schema: Json): Json => ({
  '200': { description: 'One', content: { [range]: { schema } } },
});
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const pets = (mapping: Json | undefined, [cat, dog]: readonly [string, string] = ['Cat', 'Dog']): Json => ({
  ...responseOf({
    oneOf: [reference(cat), reference(dog)],
    discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
  }),
  components: {
    schemas: {
      [cat]: object({ kind: text, meow: text }, ['kind']),
      [dog]: object({ kind: text, bark: text }, ['kind']),
    },
  },
});
const keyed = (name: string): Json =>
  documentOf(
    { security: [{ key: [] }] },
    { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } } },
  );

describe('findChanges of schemas', () => {
  it.each<[title: string, old: Json, now: Json, inRequests: string[], inResponses: string[]]>([
    [
      'null that joins a union',
      { anyOf: [some, others] },
      { anyOf: [some, others, { type: 'null' }] },
      [],
      ['null-allowed'],
    ],
    [
      'null that leaves a union',
      { anyOf: [some, others, { type: 'null' }] },
      { anyOf: [some, others] },
      ['null-forbidden'],
      [],
    ],
    [
      'null that moves from a branch to the union',
      { anyOf: [{ ...some, type: ['object', 'null'] }, others] },
      { anyOf: [some, others, { type: 'null' }] },
      [],
      [],
    ],
    [
      'a union with null in place of a schema',
      some,
      { anyOf: [some, others, { type: 'null' }] },
      [],
      ['alternative-added', 'null-allowed'],
    ],
    [
      'other fields that get a schema',
      object({ a: integer }),
      object({ a: integer }, [], { additionalProperties: text }),
      ['type-narrowed'],
      [],
    ],
    [
      'other fields that lose their schema',
      object({}, [], { additionalProperties: text }),
      object({}, [], { additionalProperties: true }),
      [],
      ['type-widened'],
    ],
    [
      'fields of a pattern',
      object({}, [], { patternProperties: { '^x-': text } }),
      object({}, [], { patternProperties: { '^x-': integer } }),
      ['type-changed'],
      ['type-changed'],
    ],
    [
      'another pattern of fields in a closed object',
      object({}, [], { patternProperties: { '^x-': text }, additionalProperties: false }),
      object({}, [], { patternProperties: { '^y-': text }, additionalProperties: false }),
      ['other-properties-refused'],
      [],
    ],
    [
      'fields that require others',
      object({ a: text, b: text }),
      object({ a: text, b: text }, [], { dependentRequired: { a: ['b'] } }),
      ['condition-added'],
      [],
    ],
    [
      'more elements of a kind',
      { type: 'array', contains: text, minContains: 1 },
      { type: 'array', contains: text, minContains: 2 },
      ['condition-changed'],
      ['condition-changed'],
    ],
    [
      'elements that are refused',
      { type: 'array', prefixItems: [text] },
      { type: 'array', prefixItems: [text], items: false },
      ['upper-bound-lowered'],
      [],
    ],
    [
      'an enum that becomes a pattern of its values',
      { ...text, enum: ['USD', 'EUR'] },
      { ...text, pattern: '^[A-Z]{3}$' },
      [],
      ['enum-lifted'],
    ],
    [
      'an enum that becomes a pattern of some of its values',
      { ...text, enum: ['USD', 'eur'] },
      { ...text, pattern: '^[A-Z]{3}$' },
      ['pattern-added'],
      ['enum-lifted'],
    ],
    [
      'an enum with null that becomes a text',
      { type: ['string', 'null'], enum: ['a', null] },
      text,
      ['null-forbidden'],
      ['enum-lifted'],
    ],
    [
      'a range that becomes an enum',
      { ...integer, minimum: 1, maximum: 3 },
      { ...integer, enum: [1, 2] },
      ['enum-introduced'],
      [],
    ],
    [
      'a coarser multiple',
      { ...integer, multipleOf: 2 },
      { ...integer, multipleOf: 4 },
      ['multiple-added'],
      [],
    ],
    ['whole numbers by a multiple', integer, { ...number, multipleOf: 1 }, [], ['type-widened']],
    [
      'a wider number format',
      { ...integer, format: 'int32' },
      { ...integer, format: 'int64' },
      [],
      ['format-removed'],
    ],
    [
      'a narrower number format',
      { ...number, format: 'double' },
      { ...number, format: 'float' },
      ['format-added'],
      [],
    ],
  ])('judges %s', async (_, old, now, inRequests, inResponses) => {
    expect(await breaksOf(requestOf(field(old)), requestOf(field(now)))).toEqual(inRequests);
    expect(await breaksOf(responseOf(field(old)), responseOf(field(now)))).toEqual(inResponses);
  });
});

/** Components that extend Pet, to which the operation refers. */
const extending = (subtypes: Json, base: Json = {}): Json => ({
  Pet: object({ kind: text }, ['kind'], { discriminator: { propertyName: 'kind' }, ...base }),
  ...Object.fromEntries(
    Object.entries(subtypes).map(([name, own]) => [name, { allOf: [reference('Pet'), own] }]),
  ),
});
const mapped = (mapping: Json): Json => ({ discriminator: { propertyName: 'kind', mapping } });
const [cat, dog] = [object({ lives: integer }), object({ tail: text })];

describe('findChanges of subtypes that extend a base', () => {
  it.each<[title: string, old: Json, now: Json, inRequests: string[], inResponses: string[]]>([
    [
      'a field of a subtype',
      extending({ Cat: cat, Dog: dog }),
      extending({ Cat: object({ lives: text }), Dog: dog }),
      ['type-changed'],
      ['type-changed'],
    ],
    [
      'a required field of a subtype',
      extending({ Cat: cat }),
      extending({ Cat: object({ lives: integer }, ['lives']) }),
      ['property-became-required'],
      [],
    ],
    [
      'a field of a subtype of a subtype',
      { ...extending({ Cat: cat }), Lion: { allOf: [reference('Cat'), object({ mane: integer })] } },
      { ...extending({ Cat: cat }), Lion: { allOf: [reference('Cat'), object({ mane: text })] } },
      ['type-changed'],
      ['type-changed'],
    ],
    ['a new subtype', extending({ Cat: cat }), extending({ Cat: cat, Dog: dog }), [], ['alternative-added']],
    [
      'a removed subtype',
      extending({ Cat: cat, Dog: dog }),
      extending({ Cat: cat }),
      ['alternative-removed'],
      [],
    ],
    [
      'another value of the discriminator',
      extending({ Cat: cat }, mapped({ cat: '#/components/schemas/Cat' })),
      extending({ Cat: cat }, mapped({ kitty: '#/components/schemas/Cat' })),
      ['alternative-removed'],
      ['alternative-added'],
    ],
    [
      'another name of a mapped subtype',
      extending({ Cat: cat }, mapped({ cat: '#/components/schemas/Cat' })),
      extending({ Kitty: cat }, mapped({ cat: '#/components/schemas/Kitty' })),
      [],
      [],
    ],
    [
      'a discriminator that is gone',
      extending({ Cat: cat }),
      extending({ Cat: cat }, { discriminator: undefined }),
      ['discriminator-changed'],
      ['discriminator-changed'],
    ],
  ])('judges %s', async (_, old, now, inRequests, inResponses) => {
    for (const [documentWith, breaks] of [
      [requestOf, inRequests],
      [responseOf, inResponses],
    ] as const) {
      const using = (schemas: Json): Json => ({
        ...documentWith({ type: 'array', items: { allOf: [reference('Pet')] } }),
        components: { schemas },
      });
      expect(await breaksOf(using(old), using(now))).toEqual(breaks);
      expect(await breaksOf(using(now), using(now))).toEqual([]);
    }
  });

  it('tells a change of the base once', async () => {
    const using = (kind: Json): Json => ({
      ...responseOf(reference('Pet')),
      components: { schemas: extending({ Cat: cat, Dog: dog }, object({ kind, age: kind }, ['kind'])) },
    });
    const found = findChanges(await load(using(text)), await load(using({ ...text, minLength: 1 })));
    expect(found.map(({ text: sentence }) => sentence)).toEqual([
      'response 200 body /age was without a minLength, is minLength 1',
      'response 200 body /kind was without a minLength, is minLength 1',
    ]);
  });
});

describe('findChanges of operations', () => {
  it.each<[title: string, old: Json, now: Json, breaks: string[]]>([
    [
      'a status that default described, with another body',
      responses({ default: answer(field(text)) }),
      responses({ '200': answer(field(integer)) }),
      ['type-changed'],
    ],
    [
      'an error of its own beside default',
      responses({ ...ok(), default: answer(some) }),
      responses({ ...ok(), '404': answer(others), default: answer(some) }),
      ['required-property-removed'],
    ],
    ['a class that becomes one status', responses({ '2XX': answer(some) }), responses(ok(some)), []],
    [
      'a class that becomes one status with another body',
      responses({ '2XX': answer(field(text)) }),
      responses(ok(field(integer))),
      ['type-changed'],
    ],
    [
      'a class without any status left',
      responses({ '2XX': answer(some) }),
      responses({ '404': answer(some) }),
      ['success-status-removed'],
    ],
    [
      'a header below a media type',
      responses({
        '200': answer(some, { headers: { 'X-A': { content: { 'application/json': { schema: text } } } } }),
      }),
      responses({
        '200': answer(some, { headers: { 'x-a': { content: { 'application/json': { schema: integer } } } } }),
      }),
      ['type-changed'],
    ],
    [
      'a range of media types that becomes one, with another body',
      responses(inRange('*/*', field(text))),
      responses(inRange('application/json', field(integer))),
      ['type-changed'],
    ],
    [
      'a value of a discriminator',
      pets({ cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }),
      pets({ kitty: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }),
      ['alternative-added'],
    ],
    [
      'a component whose name is the value of a discriminator',
      pets(undefined),
      pets(undefined, ['Kitty', 'Dog']),
      ['alternative-added'],
    ],
    [
      'a component whose name is not the value of a discriminator',
      pets({ cat: '#/components/schemas/Cat', dog: 'Dog' }),
      pets({ cat: 'Kitty', dog: '#/components/schemas/Dog' }, ['Kitty', 'Dog']),
      [],
    ],
    ['explode of a text', parameterOf({ schema: text }), parameterOf({ schema: text, explode: false }), []],
    [
      'explode of a list in a header',
      parameterOf({ in: 'header', schema: list(text) }),
      parameterOf({ in: 'header', schema: list(text), explode: true }),
      [],
    ],
    [
      'explode of a list in the query',
      parameterOf({ schema: list(text) }),
      parameterOf({ schema: list(text), explode: false }),
      ['parameter-style-changed'],
    ],
    [
      'a number in the query that becomes a text',
      parameterOf({ schema: integer }),
      parameterOf({ schema: text }),
      [],
    ],
    [
      'numbers in the query that become short texts',
      parameterOf({ schema: list(integer) }),
      parameterOf({ schema: list({ ...text, maxLength: 3 }) }),
      ['upper-bound-lowered'],
    ],
    [
      'the media type that a part has without its name',
      formOf('multipart/form-data', object({ a: text }), {}),
      formOf('multipart/form-data', object({ a: text }), { contentType: 'application/json' }),
      [],
    ],
    [
      'a range of media types of a part that becomes one',
      formOf('multipart/form-data', text, { contentType: 'image/*' }),
      formOf('multipart/form-data', text, { contentType: 'image/png' }),
      ['part-media-type-removed'],
    ],
    [
      'the style that a field of a form has without its name',
      formOf('application/x-www-form-urlencoded', list(text), {}),
      formOf('application/x-www-form-urlencoded', list(text), { style: 'form' }),
      [],
    ],
    [
      'an object in a form that was JSON',
      formOf('application/x-www-form-urlencoded', object({ a: text }), {}),
      formOf('application/x-www-form-urlencoded', object({ a: text }), { style: 'deepObject' }),
      ['field-style-changed'],
    ],
    ['the case of the header of a key', keyed('X-API-Key'), keyed('x-api-key'), []],
    ['the name of the header of a key', keyed('X-API-Key'), keyed('X-Key'), ['security-alternative-removed']],
  ])('judges %s', async (_, old, now, breaks) => {
    expect(await breaksOf(old, now)).toEqual(breaks);
  });

  it('finds a change of a circle of schemas for each operation that enters it', async () => {
    const circle = (value: Json): Json => ({
      ...documentOf(
        {},
        {
          paths: Object.fromEntries(
            ['A', 'B', 'C'].map((name) => [`/${name}`, { get: { responses: ok(reference(name)) } }]),
          ),
        },
      ),
      components: {
        schemas: {
          A: object({ b: reference('B') }),
          B: object({ value, c: reference('C') }),
          C: object({ a: reference('A') }),
        },
      },
    });
    const [change, ...more] = findChanges(await load(circle(text)), await load(circle(integer)));
    expect(more).toEqual([]);
    expect(new Set(change?.at.map(({ operation }) => operation.path))).toEqual(new Set(['/A', '/B', '/C']));
  });
});
