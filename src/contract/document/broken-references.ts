import { toPointer, valueAt } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';

/** A `$ref` that leads nowhere, and where it stands. */
export interface BrokenReference {
  readonly reference: string;
  readonly pointer: string;
}

/** Parts of a document that are data and not description; a `$ref` in them means nothing. */
const data = new Set(['example', 'value', 'default', 'const', 'enum']);

/**
 * Every local `$ref` of a document that leads nowhere. Validators are compiled when they are first needed, so without
 * this a broken one would be found by the first request that meets it.
 */
export function brokenReferences(document: OpenApiDocument): BrokenReference[] {
  const found: BrokenReference[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const reference = (value as { $ref?: unknown }).$ref;
    if (typeof reference === 'string' && !leadsSomewhere(document, reference))
      found.push({ reference, pointer: toPointer(path) });
    for (const [key, child] of Object.entries(value))
      if (!data.has(key) && !key.startsWith('x-')) visit(child, [...path, key]);
  };
  visit(document, []);
  return found;
}

/** Names such as `#anchor` are left to the validator. */
function leadsSomewhere(document: OpenApiDocument, reference: string): boolean {
  if (reference !== '#' && !reference.startsWith('#/')) return true;
  try {
    return valueAt(document, reference) !== undefined;
  } catch {
    return false;
  }
}
