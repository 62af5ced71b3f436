import { walkDocument } from '../../contract/document/walk-document.js';
import type { NodeKind } from '../../contract/document/walk-document.js';
import { follow } from '../../contract/operations.js';
import type { Operation } from '../../contract/operations.js';
import { fromPointer, toPointer, valueAt } from '../../contract/json-pointer.js';
import { withoutHazards } from './without-hazards.js';
import type { OpenApiDocument, PathItem } from '../../contract/openapi.js';

/** The server of the small document; Prism routes by it. */
export const prismOrigin = 'http://localhost';

/**
 * A document with one operation and only what it refers to. Prism converts a whole document at once and
 * slowly; from this one it converts only what the request needs.
 */
export function operationDocument(document: OpenApiDocument, operation: Operation): OpenApiDocument {
  const item = follow<PathItem>(document, {
    pointer: toPointer(['paths', operation.path]),
    value: document.paths?.[operation.path] ?? {},
  }).value;
  // Prism would send an operation's callbacks to whatever address the document names, and answers at its servers only.
  const { callbacks: _, servers: __, ...own } = (item[operation.method] ?? {}) as Record<string, unknown>;
  const path = { parameters: item.parameters ?? [], [operation.method]: own };
  const { openapi, info } = document;
  const small = {
    openapi,
    info,
    servers: [{ url: prismOrigin }],
    paths: { [operation.path]: path },
  } as OpenApiDocument;
  if (document.components?.securitySchemes)
    small.components = { securitySchemes: document.components.securitySchemes };
  for (const reference of reachable(document, path)) put(small, reference, valueAt(document, reference));
  return withoutHazards(small);
}

/** Every local reference that can be reached from a path of the document; a `$ref` in data is none. */
function reachable(document: OpenApiDocument, path: object): Set<string> {
  const found = new Set<string>();
  const collect = (from: unknown, start: NodeKind): void => {
    walkDocument(
      from,
      ({ value: { $ref }, kind }) => {
        if (kind === 'data') return false;
        if (typeof $ref === 'string' && $ref.startsWith('#') && !found.has($ref)) {
          found.add($ref);
          collect(valueAt(document, $ref), kind);
        }
        return true;
      },
      start,
    );
  };
  collect(path, 'object');
  return found;
}

/** Puts a value at a pointer, creating the objects on the way. */
function put(root: object, pointer: string, value: unknown): void {
  const segments = fromPointer(pointer);
  const last = segments.pop();
  if (last === undefined) return;
  let target = root as Record<string, unknown>;
  for (const segment of segments) {
    target[segment] ??= {};
    target = target[segment] as Record<string, unknown>;
  }
  target[last] ??= value;
}
