/** The field that the address asks for: it is unfolded and marked in the operation that the address names. */
import { namesInContent } from '../document/read-document.js';
import type { Fields } from '../document/fields.js';

const asked = new URLSearchParams(location.search).get('field') ?? '';

/** The name of the field that is wanted of an operation; empty for none. */
export function wantedField(anchor: string): string {
  return location.hash === `#${anchor}` ? asked : '';
}

/** Tells whether a field is anywhere in a schema. */
export function schemaHas(root: Fields, schema: unknown, field: string): boolean {
  return field !== '' && namesInContent(root, { any: { schema } }).has(field);
}
