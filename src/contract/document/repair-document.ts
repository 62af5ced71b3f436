import { toPointer } from '../json-pointer.js';
import type { DocumentNode } from './walk-document.js';

/** Something in a document that a reader should know of, and where. */
export interface Remark {
  readonly pointer: string;
  readonly text: string;
}

/**
 * Repairs, in place, what documents often contain and no validator accepts: a schema that is null (an empty line of YAML)
 * becomes an empty one, and `nullable` without `type`, which has no effect (OpenAPI 3.0.3, Schema Object), is removed.
 */
export function repairNode({ value, path, kind }: DocumentNode, remark: (remark: Remark) => void): void {
  const object = value as Record<string, unknown>;
  if (kind === 'schema' && typeof object.nullable === 'boolean' && object.type === undefined)
    delete object.nullable;
  for (const key of Object.keys(object)) {
    if (object[key] !== null || !mayBeSchema(key, kind, path.at(-1))) continue;
    object[key] = {};
    remark({ pointer: toPointer([...path, key]), text: 'a schema that is null says nothing' });
  }
}

function mayBeSchema(key: string, kind: DocumentNode['kind'], parentKey: string | undefined): boolean {
  if (kind === 'schemas') return parentKey === 'properties';
  return key === (kind === 'schema' ? 'items' : 'schema');
}
