import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../openapi.js';
import { removeBrokenReferences } from './broken-references.js';

/** They are removed from a copy. */
const brokenReferences = (document: OpenApiDocument) => removeBrokenReferences(structuredClone(document));

const broken = { $ref: '#/components/schemas/No' };
const lostAt = (pointer: string) => ({
  pointer,
  text: `the $ref ${JSON.stringify(broken.$ref)} leads nowhere`,
});
const json = (media: object): object => ({ content: { 'application/json': media } });

function documentWith(responses: object, more: object = {}): OpenApiDocument {
  const document = { openapi: '3.1.0', paths: { '/a': { get: { responses } } }, ...more };
  return document as unknown as OpenApiDocument;
}

const schemas = (Thing: object): object => ({ components: { schemas: { Thing } } });
const response = '/paths/~1a/get/responses/200/content/application~1json';

describe('brokenReferences reports a reference whose target does not exist', () => {
  it.each([
    ['under a property named value', schemas({ properties: { value: broken } }), 'properties/value'],
    ['under a property named example', schemas({ properties: { example: broken } }), 'properties/example'],
    ['under a property named examples', schemas({ properties: { examples: broken } }), 'properties/examples'],
    ['under a property named default', schemas({ properties: { default: broken } }), 'properties/default'],
    ['under a property named enum', schemas({ properties: { enum: broken } }), 'properties/enum'],
    ['under a property that begins with x-', schemas({ properties: { 'x-a': broken } }), 'properties/x-a'],
    ['in a branch of a union', schemas({ oneOf: [{ type: 'null' }, broken] }), 'oneOf/1'],
  ])('%s', (_, more, place) => {
    const pointer = `/components/schemas/Thing/${place}`;
    expect(brokenReferences(documentWith({}, more))).toEqual([lostAt(pointer)]);
  });

  it.each([
    ['in the response of a status', { 200: json({ schema: broken }) }, `${response}/schema`],
    ['in the default response', { default: broken }, '/paths/~1a/get/responses/default'],
    ['at a named example', { 200: json({ examples: { one: broken } }) }, `${response}/examples/one`],
    [
      'in a header whose name begins with x-',
      { 200: { headers: { 'x-rate': { schema: broken } } } },
      '/paths/~1a/get/responses/200/headers/x-rate/schema',
    ],
  ])('%s', (_, responses, pointer) => {
    expect(brokenReferences(documentWith(responses))).toEqual([lostAt(pointer)]);
  });
});

describe('brokenReferences ignores $ref inside examples and other data', () => {
  it.each([
    ['the value of a named example', { examples: { one: { value: { items: [broken] } } } }],
    ['an example', { example: broken }],
    ['the examples of a schema', { schema: { examples: [broken] } }],
    [
      'the default, enum and const of a schema',
      { schema: { default: broken, enum: [broken], const: broken } },
    ],
    ['an extension', { 'x-origin': broken }],
    ['a keyword that no schema has', { schema: { hint: broken } }],
  ])('%s', (_, media) => {
    expect(brokenReferences(documentWith({ 200: json(media) }))).toEqual([]);
  });
});

it('brokenReferences follows an object that stands both in an example and in a schema', () => {
  const shared = { properties: { a: broken } };
  const document = documentWith({ 200: json({ example: shared, schema: shared }) });
  expect(brokenReferences(document)).toEqual([lostAt(`${response}/schema/properties/a`)]);
});
