/** Values of JSON as JSON Schema sees them, and what keywords hold: nothing where a document has something else there. */
import type { Schema, SchemaObject } from '../../contract/openapi.js';
import { isObject } from '../../contract/schema/json-equal.js';

export type JsonType = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value has a type; 1.0 is an integer (JSON Schema 2020-12 section 6.1.1). */
export function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** The number of characters of a text, as JSON Schema counts them: a pair of surrogates is one. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) length -= 1;
  }
  return length;
}

/** Returns whether a number is a whole multiple of another, with the precision of a double. */
export function isMultiple(value: number, of: number): boolean {
  return Number.isInteger(value / of);
}

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
