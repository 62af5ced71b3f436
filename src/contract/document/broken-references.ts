import { toPointer, valueAt } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import { walkDocument } from './walk-document.js';

/** A `$ref` that leads nowhere, and where it stands. */
export interface BrokenReference {
  readonly reference: string;
  readonly pointer: string;
}

/**
 * Every local `$ref` of a document that leads nowhere. Validators are compiled when they are first needed, so without
 * this check the first request that needs one would find the broken reference.
 */
export function brokenReferences(document: OpenApiDocument): BrokenReference[] {
  const found: BrokenReference[] = [];
  walkDocument(document, ({ value: { $ref }, path, kind }) => {
    if (kind === 'data') return false;
    if (typeof $ref === 'string' && !leadsSomewhere(document, $ref))
      found.push({ reference: $ref, pointer: toPointer(path) });
    return true;
  });
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
