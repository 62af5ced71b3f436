import { getOrMake } from '../get-or-make.js';
import { toPointer, valueAt } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import type { Remark } from './document-error.js';
import { walkDocument, type DocumentNode } from './walk-document.js';

/** References in a row; more are a circle. */
const maxHops = 50;

/**
 * Finds every local `$ref` of a document that leads nowhere and removes it, in place, so that its place accepts anything: a schema
 * constrains nothing, a response has no described content, and an operation loses a parameter that nothing describes.
 */
export class BrokenReferences {
  readonly found: Remark[] = [];
  private readonly known = new Map<string, boolean>();

  constructor(private readonly document: unknown) {}

  visit({ value, path, kind }: DocumentNode): void {
    const { $ref } = value;
    if (typeof $ref !== 'string') return;
    const isSchema = kind === 'schema';
    const isGood = (): boolean => this.leadsSomewhere($ref, isSchema);
    if (getOrMake(this.known, `${isSchema} ${$ref}`, isGood)) return;
    Reflect.deleteProperty(value, '$ref');
    this.found.push({ pointer: toPointer(path), text: `the $ref ${JSON.stringify($ref)} leads nowhere` });
  }

  /** Names such as `#anchor`, and schemas that contain themselves, are left to the validator. */
  private leadsSomewhere(reference: string, isSchema: boolean): boolean {
    if (isSchema) return isAnchor(reference) || this.target(reference) !== undefined;
    let next = reference;
    for (let hops = 0; hops < maxHops && !isAnchor(next); hops += 1) {
      const target = this.target(next);
      if (typeof target !== 'object' || target === null) return false;
      const { $ref } = target as { $ref?: unknown };
      if (typeof $ref !== 'string') return true;
      next = $ref;
    }
    return false;
  }

  private target(reference: string): unknown {
    try {
      return valueAt(this.document, reference);
    } catch {
      return undefined;
    }
  }
}

function isAnchor(reference: string): boolean {
  return reference !== '#' && !reference.startsWith('#/');
}

/** Removes the broken references of a document that is not inspected as it is, such as one of Swagger 2.0. */
export function removeBrokenReferences(document: OpenApiDocument): readonly Remark[] {
  const references = new BrokenReferences(document);
  walkDocument(document, (node) => {
    if (node.kind !== 'data') references.visit(node);
    return node.kind !== 'data';
  });
  return references.found;
}
