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
