/** Reading of a document that may be anybody's: nothing in it is taken for granted. */
import { decoded } from '../../routing/route.js';
import { valueAt } from '../../../contract/json-pointer.js';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Follows references inside the document, a few steps at most. */
export function resolve(root: Fields, value: unknown): Fields {
  let fields = fieldsOf(value);
  for (let steps = 0; typeof fields.$ref === 'string' && steps < 8; steps += 1) {
    const target = fields.$ref.startsWith('#') ? valueAt(root, fields.$ref) : undefined;
    if (target === undefined) return fields;
    fields = fieldsOf(target);
  }
  return fields;
}

/** The last part of a reference, such as `Rate`; empty where there is none. */
export function refName(value: unknown): string {
  const { $ref: ref } = fieldsOf(value);
  return typeof ref === 'string' ? decoded(ref.slice(ref.lastIndexOf('/') + 1)) : '';
}
