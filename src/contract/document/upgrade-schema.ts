import type { DocumentNode } from './walk-document.js';

/** Turns a schema of OpenAPI 3.0 into one of 3.1, in place: `nullable` and exclusive bounds are what differs in meaning. */
export function upgradeSchema({ value, kind }: DocumentNode): void {
  if (kind !== 'schema') return;
  const schema = value as Record<string, unknown>;
  if (schema.nullable === true && schema.type !== undefined) {
    schema.type = [...new Set([schema.type, 'null'].flat())];
    if (Array.isArray(schema.enum) && schema.default === null && !schema.enum.includes(null))
      schema.enum = [...(schema.enum as unknown[]), null];
  }
  if (typeof schema.nullable === 'boolean') delete schema.nullable;
  exclusive(schema, 'exclusiveMinimum', 'minimum');
  exclusive(schema, 'exclusiveMaximum', 'maximum');
}

function exclusive(schema: Record<string, unknown>, keyword: string, bound: string): void {
  const isExclusive = schema[keyword];
  if (typeof isExclusive !== 'boolean') return;
  Reflect.deleteProperty(schema, keyword);
  if (!isExclusive || schema[bound] === undefined) return;
  schema[keyword] = schema[bound];
  Reflect.deleteProperty(schema, bound);
}
