import { toPointer } from '../json-pointer.js';
import { jsonMediaType, type Operation } from '../operations.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../openapi.js';
import { followSchema } from './resolve-schema.js';

/** Levels of a body whose fields are listed: the first of these that needs no more than so many schemas. */
const depths = [13, 6, 4, 3, 2, 1];
const maxSchemas = 5_000;

/**
 * The fields that the document describes in an operation's JSON body, as JSON pointers with `*` for array elements. Schemas
 * that refer to one another without end have millions: of such a body only the upper levels are listed.
 */
export function requestFields(document: OpenApiDocument, operation: Operation): string[] {
  const content = operation.requestBody?.value.content;
  const schema = content?.[jsonMediaType(content) ?? '']?.schema;
  if (schema === undefined) return [];
  for (const depth of depths) {
    const fields = new FieldList(document, depth);
    if (fields.collect(schema, [], new Set())) return [...fields.found];
  }
  return [];
}

class FieldList {
  readonly found = new Set<string>();
  private left = maxSchemas;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly depth: number,
  ) {}

  /** @returns false when there are too many */
  collect(schema: Schema, path: readonly string[], above: ReadonlySet<SchemaObject>): boolean {
    this.left -= 1;
    if (this.left < 0) return false;
    const object = followSchema(this.document, schema);
    // A schema that contains itself has endless fields; one round is enough.
    if (!object || above.has(object) || path.length >= this.depth) return true;
    const inside = new Set([...above, object]);
    const parts = [...(object.allOf ?? []), ...(object.anyOf ?? []), ...(object.oneOf ?? [])];
    return (
      parts.every((part) => this.collect(part, path, inside)) &&
      Object.entries(object.properties ?? {}).every(([name, property]) => {
        this.found.add(toPointer([...path, name]));
        return this.collect(property, [...path, name], inside);
      }) &&
      (object.items === undefined || this.collect(object.items, [...path, '*'], inside))
    );
  }
}
