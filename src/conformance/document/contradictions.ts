/** Schemas that accept nothing at all: whatever a server answers there, the document's own mistake is all that it shows. */
import { valueAt } from '../../contract/json-pointer.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../../contract/openapi.js';
import { followSchema } from '../../contract/schema/resolve-schema.js';

const everyType = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const;
type JsonType = (typeof everyType)[number];
type Types = ReadonlySet<JsonType>;

const maxLevels = 20;

/**
 * The schema around a broken keyword that no value can satisfy.
 *
 * @param keyword pointer of the keyword that a response broke
 * @returns the pointer of that schema; undefined where there is none, as far as types and bounds tell
 */
export function contradictionAt(document: OpenApiDocument, keyword: string): string | undefined {
  let pointer = keyword.slice(0, keyword.lastIndexOf('/'));
  for (;;) {
    const schema = valueAt(document, pointer) as Schema | undefined;
    if (schema !== undefined && acceptsNothing(document, schema)) return pointer;
    // The keywords of a branch are about the same value as the schema around it.
    const outer = pointer.replace(/\/(allOf|oneOf|anyOf)\/\d+$/, '');
    if (outer === pointer) return undefined;
    pointer = outer;
  }
}

function acceptsNothing(document: OpenApiDocument, schema: Schema): boolean {
  return typesOf(document, schema, 0).size === 0;
}

/** The types of the values that a schema may accept; more than it does where only other keywords would tell. */
function typesOf(document: OpenApiDocument, schema: Schema, level: number): Types {
  if (schema === false) return new Set();
  if (schema === true || level > maxLevels) return new Set(everyType);
  const inside = (parts: readonly Schema[]): Types[] =>
    parts.map((part) => typesOf(document, part, level + 1));
  const target = schema.$ref === undefined ? undefined : followSchema(document, { $ref: schema.$ref });
  const unions = [schema.oneOf, schema.anyOf].flatMap((branches) =>
    branches ? [joined(inside(branches))] : [],
  );
  return shared([
    ownTypes(schema),
    ...inside(target ? [target] : []),
    ...inside(schema.allOf ?? []),
    ...unions,
  ]);
}

function ownTypes(schema: SchemaObject): Types {
  const { type, minimum = -Infinity, minLength = 0 } = schema;
  const [maximum, maxLength] = [bound(schema.maximum), bound(schema.maxLength)];
  const named: readonly string[] = type === undefined ? everyType : [type].flat();
  const values: readonly unknown[] | undefined = schema.const === undefined ? schema.enum : [schema.const];
  return new Set(
    everyType.filter((one) => {
      if (!named.includes(one) && !(one === 'number' && named.includes('integer'))) return false;
      if (values !== undefined && !values.some((value) => typeOfValue(value) === one)) return false;
      return one === 'number' ? minimum <= maximum : one !== 'string' || minLength <= maxLength;
    }),
  );
}

function bound(value: unknown): number {
  return typeof value === 'number' ? value : Infinity;
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function joined(sets: readonly Types[]): Types {
  return new Set(sets.flatMap((types) => [...types]));
}

function shared(sets: readonly Types[]): Types {
  return new Set(everyType.filter((type) => sets.every((types) => types.has(type))));
}
