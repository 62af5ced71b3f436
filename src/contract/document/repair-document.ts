import { toPointer } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import { walkDocument } from './walk-document.js';

/** A repair of a document, and where. */
export interface Repair {
  readonly pointer: string;
  readonly remark: string;
}

/**
 * Repairs, in place, what documents often contain and no validator accepts: a schema that is null (an empty line of YAML)
 * becomes an empty one, and `nullable` without `type`, which has no effect (OpenAPI 3.0.3, Schema Object), is removed.
 */
export function repairDocument(document: OpenApiDocument): Repair[] {
  const repairs: Repair[] = [];
  walkDocument(document, ({ value, path, kind }) => {
    if (kind === 'data') return false;
    const object = value as Record<string, unknown>;
    if (kind === 'schema' && typeof object.nullable === 'boolean' && object.type === undefined)
      delete object.nullable;
    const mayBeNull = (key: string): boolean =>
      kind === 'schemas' ? path.at(-1) === 'properties' : key === (kind === 'schema' ? 'items' : 'schema');
    for (const [key, child] of Object.entries(object)) {
      if (child !== null || !mayBeNull(key)) continue;
      object[key] = {};
      repairs.push({ pointer: toPointer([...path, key]), remark: 'a schema that is null says nothing' });
    }
    return true;
  });
  return repairs;
}
