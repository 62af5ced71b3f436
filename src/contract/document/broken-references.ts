import { toPointer, valueAt } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import { walkDocument, type DocumentNode } from './walk-document.js';

/** A `$ref` that leads nowhere, and where it stands. */
export interface BrokenReference {
  readonly reference: string;
  readonly pointer: string;
}

/**
 * Finds every local `$ref` of a document that leads nowhere. Validators are compiled when they are first needed, so
 * otherwise the first request that needs one would find the broken reference.
 */
export class BrokenReferences {
  readonly found: BrokenReference[] = [];
  private readonly known = new Map<string, boolean>();

  constructor(private readonly document: OpenApiDocument) {}

  visit({ value: { $ref }, path }: DocumentNode): void {
    if (typeof $ref !== 'string') return;
    let isGood = this.known.get($ref);
    if (isGood === undefined) this.known.set($ref, (isGood = leadsSomewhere(this.document, $ref)));
    if (!isGood) this.found.push({ reference: $ref, pointer: toPointer(path) });
  }
}

/**
 * Those of the broken references that an operation reaches, through other references too. Webhooks, and components that nothing
 * uses, are reached by none.
 */
export function reachedFromOperations(
  document: OpenApiDocument,
  broken: readonly BrokenReference[],
): BrokenReference[] {
  const references = new Set(broken.map(({ reference }) => reference));
  const reached = new Set<string>();
  const followed = new Set<string>();
  const follow = (root: unknown, kind: DocumentNode['kind']): void =>
    walkDocument(
      root,
      ({ value: { $ref }, kind: kindHere }) => {
        if (kindHere === 'data') return false;
        if (typeof $ref !== 'string') return true;
        if (references.has($ref)) reached.add($ref);
        else if ($ref.startsWith('#/') && !followed.has($ref)) {
          followed.add($ref);
          follow(valueAt(document, $ref), kindHere);
        }
        return true;
      },
      kind,
    );
  follow(document.paths, 'objects');
  return broken.filter(
    ({ reference, pointer }) => reached.has(reference) && !pointer.startsWith('/webhooks/'),
  );
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
