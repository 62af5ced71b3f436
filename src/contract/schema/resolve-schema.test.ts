import { describe, expect, it } from 'vitest';
import { ClosedMembers } from '../document/closed-members.js';
import type { OpenApiDocument, SchemaObject } from '../openapi.js';
import { resolveSchema } from './resolve-schema.js';

/** The schema `Thing` of a document with these schemas, its closed members joined. */
function thing(schemas: Record<string, SchemaObject>): SchemaObject {
  const document = { components: { schemas } } as unknown as OpenApiDocument;
  const members = new ClosedMembers(document);
  const path = ['components', 'schemas', 'Thing'];
  members.visit({ value: schemas.Thing as Record<string, unknown>, path, kind: 'schema' });
  members.join();
  return resolveSchema(document, schemas.Thing);
}

describe('resolveSchema', () => {
  it('keeps what the members of a joined closed schema say of their properties', () => {
    const { properties } = thing({
      Thing: {
        allOf: [
          { $ref: '#/components/schemas/Input' },
          { type: 'object', properties: { id: { type: 'string', readOnly: true } } },
        ],
      },
      Input: {
        type: 'object',
        additionalProperties: false,
        properties: { color: { type: 'string', default: 'red' } },
      },
    });
    expect(properties).toEqual({
      id: { type: 'string', readOnly: true },
      color: { type: 'string', default: 'red' },
    });
  });

  it('prefers the first of two descriptions of a property', () => {
    const { properties } = resolveSchema({} as OpenApiDocument, {
      allOf: [
        { properties: { kind: { enum: ['single'] }, size: true } },
        { properties: { kind: { type: 'string' }, size: { type: 'integer' } } },
      ],
    });
    expect(properties).toEqual({ kind: { enum: ['single'] }, size: { type: 'integer' } });
  });
});
