import { toPointer } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';

/** What was put right in a document, and where. */
export interface Repair {
  readonly pointer: string;
  readonly remark: string;
}

/** Parts of a document that are data and not description. */
const data = new Set(['example', 'examples', 'default', 'const', 'enum']);

/**
 * Puts right, in place, what documents often hold and no validator takes: a schema that is null (an empty line of YAML)
 * says nothing, and `nullable` without `type` has no effect (OpenAPI 3.0.3, Schema Object).
 */
export function repairDocument(document: OpenApiDocument): Repair[] {
  const repairs: Repair[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown, path: readonly string[], byName: boolean): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const object = value as Record<string, unknown>;
    if (!byName && typeof object.nullable === 'boolean' && object.type === undefined) delete object.nullable;
    for (const [key, child] of Object.entries(object)) {
      const at = [...path, key];
      if (!byName && (data.has(key) || key.startsWith('x-'))) continue;
      if (child === null && (byName ? path.at(-1) === 'properties' : key === 'schema' || key === 'items')) {
        object[key] = {};
        repairs.push({ pointer: toPointer(at), remark: 'a schema that is null says nothing' });
      } else visit(child, at, !byName && (key === 'properties' || key === 'schemas'));
    }
  };
  visit(document, [], false);
  return repairs;
}
