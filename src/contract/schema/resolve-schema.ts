import { valueAt } from '../json-pointer.js';
import { isObject } from './json-equal.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../openapi.js';

/** The schema behind the `$ref` of another; undefined where it leads nowhere, in a circle, or to `true` or `false`. */
export function followSchema(document: OpenApiDocument, schema: Schema): SchemaObject | undefined {
  let current: unknown = schema;
  for (let hops = 0; hops < 50; hops += 1) {
    if (typeof current !== 'object' || current === null) return undefined;
    const reference = (current as SchemaObject).$ref;
    if (reference === undefined) return current as SchemaObject;
    current = valueAt(document, reference);
  }
  return undefined;
}

/**
 * The schemas that say something of one value: those given, what they refer to, and the members of their `allOf`, `anyOf` and `oneOf`,
 * each once.
 *
 * @param max so many of them
 */
export function schemaParts(
  document: OpenApiDocument,
  schemas: readonly unknown[],
  max = Infinity,
): SchemaObject[] {
  const parts = new Set<SchemaObject>();
  const waiting = [...schemas];
  while (waiting.length > 0 && parts.size < max) {
    const part = waiting.shift();
    if (!isObject(part) || parts.has(part)) continue;
    parts.add(part);
    if (typeof part.$ref === 'string') waiting.push(valueAt(document, part.$ref));
    for (const members of [part.allOf, part.anyOf, part.oneOf])
      if (Array.isArray(members)) waiting.push(...(members as unknown[]));
  }
  return [...parts];
}

/**
 * A schema without indirection at its top: `$ref` followed, `allOf` merged, the first branch of `oneOf` or `anyOf` taken.
 * Enough to generate values from; every generated value is validated against the schema itself.
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
    ...(a.properties || b.properties ? { properties: mergeProperties(a.properties, b.properties) } : {}),
  };
}

function mergeProperties(
  a: Readonly<Record<string, Schema>> = {},
  b: Readonly<Record<string, Schema>> = {},
): Record<string, Schema> {
  const own = Object.entries(a).map(([name, property]): [string, Schema] => {
    const other = Object.hasOwn(b, name) ? b[name] : undefined;
    return [name, other === undefined ? property : mergeProperty(property, other)];
  });
  return { ...b, ...Object.fromEntries(own) };
}

/**
 * A closed schema that is joined from several names their properties, and says only whether they are read or written: another
 * schema describes them.
 */
function mergeProperty(a: Schema, b: Schema): Schema {
  if (a === false || typeof b !== 'object') return a;
  const named = a === true ? {} : a;
  const isDescribed = Object.keys(named).some((keyword) => !['readOnly', 'writeOnly'].includes(keyword));
  return isDescribed ? a : { ...b, ...named };
}

/** The type of a schema; of several the first that is not null. */
export function typeOf(schema: SchemaObject): string | undefined {
  const types = [schema.type ?? []].flat();
  const named = types.find((type) => type !== 'null') ?? types[0];
  if (named !== undefined) return named;
  if (schema.properties) return 'object';
  return schema.items === undefined ? undefined : 'array';
}
