/** Reads keywords that should hold lists or schemas: nothing where a document has something else there. */
import type { Schema, SchemaObject } from '../../contract/openapi.js';

export function valuesIn(keyword: unknown): readonly unknown[] {
  return Array.isArray(keyword) ? (keyword as unknown[]) : [];
}

export function schemasIn(keyword: unknown): readonly Schema[] {
  return valuesIn(keyword) as readonly Schema[];
}

export function namesIn(keyword: unknown): readonly string[] {
  return valuesIn(keyword).filter((name) => typeof name === 'string');
}

/** Returns whether a schema is neither `true` nor `false`, nor something that documents have in its place. */
export function isSchemaObject(schema: unknown): schema is SchemaObject {
  return typeof schema === 'object' && schema !== null;
}
