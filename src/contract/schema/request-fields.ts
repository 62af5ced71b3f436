import { toPointer } from '../json-pointer.js';
import { jsonMediaType } from '../operations.js';
import type { Operation } from '../operations.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../openapi.js';
import { followSchema } from './resolve-schema.js';

/** Every field that the document describes in an operation's JSON body, as JSON pointers with `*` for array elements. */
export function requestFields(document: OpenApiDocument, operation: Operation): string[] {
  const content = operation.requestBody?.value.content;
  const schema = content?.[jsonMediaType(content) ?? '']?.schema;
  if (schema === undefined) return [];
  const found = new Set<string>();
  collect(document, schema, [], found, new Set());
  return [...found];
}

function collect(
  document: OpenApiDocument,
  schema: Schema,
  path: readonly string[],
  found: Set<string>,
  above: ReadonlySet<SchemaObject>,
): void {
  const object = followSchema(document, schema);
  // A schema that contains itself has endless fields; one round is enough.
  if (!object || above.has(object) || path.length > 12) return;
  const inside = new Set([...above, object]);
  for (const part of [...(object.allOf ?? []), ...(object.anyOf ?? []), ...(object.oneOf ?? [])]) {
    collect(document, part, path, found, inside);
  }
  for (const [name, property] of Object.entries(object.properties ?? {})) {
    found.add(toPointer([...path, name]));
    collect(document, property, [...path, name], found, inside);
  }
  if (object.items !== undefined) collect(document, object.items, [...path, '*'], found, inside);
}
