import type { SchemaObject } from '../../../contract/openapi.js';

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
  if (schema.pattern !== undefined) values.push('?', '-1', ...otherForms(value));
  if (schema.format !== undefined && typeof value === 'string') values.push('not this format');
  if (schema.minItems !== undefined && schema.minItems > 0) values.push([]);
  if (max !== undefined && max < 50 && Array.isArray(value))
    values.push(Array.from({ length: max + 1 }, () => value[0] as unknown));
  if (schema.additionalProperties === false && typeof value === 'object' && value !== null)
    values.push({ ...value, drydock_unknown_field: 'x' });
  return values;
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
