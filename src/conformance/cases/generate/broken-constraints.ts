import type { SchemaObject } from '../../../contract/openapi.js';
import { isObject } from '../../../contract/schema/json-equal.js';
import { typeOf } from '../../../contract/schema/resolve-schema.js';

/** The name of a field that no document has. */
export const unknownField = 'drydock_unknown_field';

/** Values of the right type that break one keyword each; a validator decides which of them really do. */
export function brokenConstraints(schema: SchemaObject, value: unknown): unknown[] {
  const numeric = (keyword: string) => {
    const bound = schema[keyword];
    return typeof bound === 'number' ? bound : undefined;
  };
  const values: unknown[] = [];
  const minimum = numeric('minimum');
  const above = numeric('exclusiveMinimum');
  const maximum = numeric('maximum');
  const below = numeric('exclusiveMaximum');
  const longest = numeric('maxLength');
  const max = numeric('maxItems');
  if (above !== undefined) values.push(above, above - 1.5, above - 0.01, above - 1, above - 100_000);
  if (minimum !== undefined) values.push(minimum - 1);
  if (maximum !== undefined) values.push(maximum + 1);
  if (below !== undefined) values.push(below);
  if (schema.enum !== undefined || schema.const !== undefined) values.push(otherThan(schema, value));
  if (schema.minLength !== undefined && schema.minLength > 0) values.push('');
  if (longest !== undefined && longest < 10_000) values.push('x'.repeat(longest + 1));
  if (schema.pattern !== undefined) values.push('"?"', '-1', ...otherForms(value));
  if (schema.format !== undefined && typeof value === 'string') values.push('not this format');
  if (schema.minItems !== undefined && schema.minItems > 0) values.push([]);
  if (max !== undefined && max < 50 && Array.isArray(value))
    values.push(Array.from({ length: max + 1 }, (_, index) => elementLike(schema, value[0], index)));
  if (schema.additionalProperties === false && typeof value === 'object' && value !== null)
    values.push({ ...value, [unknownField]: 'x' });
  return [...values, ...nearMisses(schema, value)];
}

/** The element again; another one like it where no two may be the same. */
function elementLike({ uniqueItems }: SchemaObject, element: unknown, index: number): unknown {
  if (uniqueItems !== true || index === 0) return element;
  if (typeof element === 'number') return element + index;
  return typeof element === 'string' ? `${element} ${index}` : element;
}

/** Values one step from the valid one: between two multiples, one too short, one element twice, one property too few or too many. */
function nearMisses(schema: SchemaObject, value: unknown): unknown[] {
  const { minLength = 0, minItems = 0, multipleOf: step } = schema;
  if (typeof value === 'number' && typeof step === 'number')
    return [value + (typeOf(schema) === 'integer' ? 1 : step / 2)];
  if (typeof value === 'string') return minLength > 1 ? [value.slice(0, minLength - 1)] : [];
  if (Array.isArray(value) && value.length > 0) {
    const [first, , ...rest] = value as unknown[];
    return [
      ...(minItems > 1 ? [value.slice(0, minItems - 1)] : []),
      ...(schema.uniqueItems === true ? [[first, first, ...rest]] : []),
    ];
  }
  return isObject(value) ? otherSizes(schema, value) : [];
}

/**
 * Objects with too few or too many properties, or with one more that has another type than further properties have. What is added
 * comes first, so that the shortened identifiers of the cases differ.
 */
export function otherSizes(schema: SchemaObject, value: Record<string, unknown>): unknown[] {
  const { minProperties: min, maxProperties: max, additionalProperties: further } = schema;
  const entries = Object.entries(value);
  const tooMany = typeof max === 'number' && max < 50 ? Math.max(0, max + 1 - entries.length) : 0;
  const added = Array.from({ length: tooMany }, (_, index): [string, unknown] => [
    `drydock_${index}`,
    entries[0]?.[1],
  ]);
  return [
    ...(typeof min === 'number' && min > 0 ? [Object.fromEntries(entries.slice(0, min - 1))] : []),
    ...(added.length > 0 ? [{ ...Object.fromEntries(added), ...value }] : []),
    ...(isObject(further) ? [{ [unknownField]: [], ...value }] : []),
    ...(schema.unevaluatedProperties === false ? [{ [unknownField]: 'x', ...value }] : []),
  ];
}

/**
 * Texts of a pattern's form but for one character, which keep the other keywords of the schema: a server that looks at the length or
 * the format alone takes them.
 */
export function nearPattern(schema: SchemaObject, value: unknown): string[] {
  if (schema.pattern === undefined || typeof value !== 'string' || value === '') return [];
  const {
    minLength = 0,
    maxLength = Infinity,
    format,
  } = schema as { minLength?: number; maxLength?: number; format?: string };
  const middle = Math.floor(value.length / 2);
  const within = (character: string) => `${value.slice(0, middle)}${character}${value.slice(middle + 1)}`;
  const schemes = [value.replace(/^https:/i, 'http:'), value.replace(/^https?:/i, 'ftp:')];
  const others = [
    ...['/', ' ', '.', '_'].map(within),
    ...[value.toUpperCase(), value.toLowerCase(), `${value}x`, `${value}0`, value.slice(1)],
  ];
  return [...schemes, ...(format === undefined ? others : [])].filter(
    (text) => text !== value && text.length >= minLength && text.length <= maxLength,
  );
}

function otherThan(schema: SchemaObject, value: unknown): unknown {
  return typeof value === 'number' ? 987_654 : `${String((schema.enum ?? [value])[0]).slice(0, 1)}ZZ`;
}

/** Texts that are too long or too short for a form such as that of a country code, or of other characters. */
function otherForms(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const like = (character: string): string => character.repeat(value.length);
  return [
    `${value}${value}`,
    value.slice(0, -1),
    `${value.slice(0, -1)}1`,
    like('1'),
    like('-'),
    like(' '),
    like('Å'),
    'null',
    '',
  ];
}
