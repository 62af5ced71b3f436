/** The keywords about a value as a whole, about numbers and about texts. */
import type { SchemaObject } from '../../contract/openapi.js';
import { areEqual, hasType, isMultiple, lengthOf } from './json-values.js';
import type { Evaluation } from './visit.js';

export function checkValue(
  evaluation: Pick<Evaluation, 'hasFormat' | 'matches'>,
  schema: SchemaObject,
  value: unknown,
): boolean {
  const { type, format } = schema;
  if (typeof type === 'string' && !hasType(value, type)) return false;
  if (Array.isArray(type) && !type.some((one) => hasType(value, one))) return false;
  if (Object.hasOwn(schema, 'const') && !areEqual(schema.const, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => areEqual(one, value))) return false;
  if (typeof format === 'string' && !evaluation.hasFormat(format, value)) return false;
  if (typeof value === 'number') return isInBounds(schema, value);
  return typeof value !== 'string' || checkText(evaluation, schema, value);
}

function checkText(
  evaluation: Pick<Evaluation, 'matches'>,
  { minLength, maxLength, pattern }: SchemaObject,
  text: string,
): boolean {
  if (typeof minLength === 'number' && lengthOf(text) < minLength) return false;
  if (typeof maxLength === 'number' && lengthOf(text) > maxLength) return false;
  return typeof pattern !== 'string' || evaluation.matches(pattern, text);
}

function isInBounds(schema: SchemaObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) return false;
  if (typeof maximum === 'number' && value > maximum) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  return typeof multipleOf !== 'number' || multipleOf <= 0 || isMultiple(value, multipleOf);
}
