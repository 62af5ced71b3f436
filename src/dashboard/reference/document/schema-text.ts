import { fieldsOf, listOf, refName, resolve, textOf, type Fields } from './fields.js';

/** A short description of the values that a schema allows, such as `array of Box` or `"LBS" or "KG"`. */
export function typeText(root: Fields, given: unknown): string {
  if (given === true || given === undefined) return 'anything';
  if (given === false) return 'nothing';
  const name = refName(given);
  const schema = resolve(root, given);
  if ('const' in schema) return JSON.stringify(schema.const);
  const values = listOf(schema.enum).map((one) => JSON.stringify(one));
  if (values.length > 0) return values.slice(0, 12).join(' or ') + (values.length > 12 ? ' …' : '');
  if (Array.isArray(schema.oneOf)) return name || `one of ${schema.oneOf.length}`;
  if (Array.isArray(schema.anyOf)) return name || `any of ${schema.anyOf.length}`;
  const types = [schema.type].flat().filter((one) => typeof one === 'string');
  const shown = types.map((type) => {
    if (type === 'array') return arrayText(root, schema);
    if (type === 'object') return name || 'object';
    return typeof schema.format === 'string' ? `${type} (${schema.format})` : type;
  });
  if (schema.nullable === true) shown.push('null');
  if (shown.length > 0) return shown.join(' or ');
  if (name !== '') return name;
  if ('properties' in schema || 'allOf' in schema) return 'object';
  return 'items' in schema ? arrayText(root, schema) : 'anything';
}

function arrayText(root: Fields, { items }: Fields): string {
  return items === undefined ? 'array' : `array of ${typeText(root, items)}`;
}

const bounds: readonly (readonly [keyword: string, words: (value: string) => string])[] = [
  ['minimum', (value) => `at least ${value}`],
  ['exclusiveMinimum', (value) => `above ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['exclusiveMaximum', (value) => `below ${value}`],
  ['multipleOf', (value) => `a multiple of ${value}`],
  ['minLength', (value) => (value === '1' ? 'not empty' : `${value} characters or more`)],
  ['maxLength', (value) => `at most ${value} characters`],
  ['minItems', (value) => (value === '1' ? 'not empty' : `${value} items or more`)],
  ['maxItems', (value) => `at most ${value} items`],
  ['pattern', (value) => `matches ${value}`],
  ['default', (value) => `default ${value}`],
];

/** The limits of a schema, a phrase each. */
export function boundsOf(schema: Fields): readonly string[] {
  const said = bounds.flatMap(([keyword, words]) => {
    const value = schema[keyword];
    if (value === undefined || typeof value === 'boolean') return [];
    return [words(typeof value === 'string' ? value : JSON.stringify(value))];
  });
  if (schema.uniqueItems === true) said.push('each item once');
  if (schema.readOnly === true) said.push('in responses only');
  if (schema.writeOnly === true) said.push('in requests only');
  return said;
}

export interface SchemaPart {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** The parts of a schema; empty for one without any. */
export function partsOf(root: Fields, given: unknown, depth = 0): readonly SchemaPart[] {
  const schema = resolve(root, given);
  if (depth > 8) return [];
  const merged = listOf(schema.allOf).flatMap((one) => partsOf(root, one, depth + 1));
  const required = new Set(listOf(schema.required));
  const own = Object.entries(fieldsOf(schema.properties)).map(([name, one]) => ({
    ...{ name, schema: one, required: required.has(name) },
  }));
  const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map((one, index) => ({
    ...{ name: refName(one) || textOf(resolve(root, one).title) || `alternative ${index + 1}`, schema: one },
    required: false,
  }));
  const byName = new Map([...merged, ...own].map((part) => [part.name, part]));
  const parts = [
    ...[...byName.values()].map((part) => ({ ...part, required: part.required || required.has(part.name) })),
    ...alternatives,
  ];
  if (parts.length > 0) return parts;
  if (schema.items !== undefined) return partsOf(root, schema.items, depth + 1);
  const { additionalProperties: more } = schema;
  return typeof more === 'object' && more !== null
    ? [{ name: 'any name', schema: more, required: false }]
    : [];
}
