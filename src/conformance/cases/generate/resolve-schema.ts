import { valueAt } from '../../../contract/json-pointer.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../../../contract/openapi.js';

/**
 * A schema without indirection, one level deep: `$ref`s followed, `allOf` laid together, of `oneOf` and `anyOf` the first
 * branch. Enough to generate by; what is generated is always validated by the schema itself.
 */
export function resolveSchema(
  document: OpenApiDocument,
  schema: Schema | undefined,
  depth = 0,
): SchemaObject {
  if (typeof schema !== 'object' || depth > 30) return {};
  const { $ref, allOf, oneOf, anyOf, ...own } = schema;
  const target = $ref === undefined ? undefined : (valueAt(document, $ref) as Schema | undefined);
  const parts = [target, ...(allOf ?? []), (oneOf ?? anyOf)?.[0]];
  return parts
    .filter((part) => part !== undefined)
    .map((part) => resolveSchema(document, part, depth + 1))
    .reduce(merge, own);
}

function merge(a: SchemaObject, b: SchemaObject): SchemaObject {
  const required = [...(a.required ?? []), ...(b.required ?? [])];
  return {
    ...b,
    ...a,
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(a.properties || b.properties ? { properties: { ...b.properties, ...a.properties } } : {}),
  };
}

/** The type that a schema asks for; of several the first that is not null. */
export function typeOf(schema: SchemaObject): string | undefined {
  const types = [schema.type ?? []].flat();
  const named = types.find((type) => type !== 'null') ?? types[0];
  if (named !== undefined) return named;
  if (schema.properties) return 'object';
  return schema.items === undefined ? undefined : 'array';
}
