/** The keywords about items of an array, about properties of an object, and about numbers and texts. */
import { canonicalText, isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import { hasType, isMultiple, lengthOf, schemasIn, namesIn } from './json-values.js';
import { checkPart, type Evaluation, type SchemaVisit } from './schema-visit.js';
import type { Schema, SchemaObject } from '../../contract/openapi.js';
import type { JsonObject } from './json-values.js';

export function checkItems(evaluation: Evaluation, visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { minItems, maxItems, uniqueItems } = visit.schema;
  if (typeof minItems === 'number' && items.length < minItems) return false;
  if (typeof maxItems === 'number' && items.length > maxItems) return false;
  if (uniqueItems === true && new Set(items.map(canonicalText)).size < items.length) return false;
  return (
    checkEach(evaluation, visit, items) &&
    checkContains(evaluation, visit, items) &&
    checkUnevaluated(evaluation, visit, items)
  );
}

function checkEach(evaluation: Evaluation, visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { schema, seen } = visit;
  const prefix = schemasIn(schema.prefixItems);
  const rest = Array.isArray(schema.items) ? undefined : schema.items;
  for (const [index, item] of items.entries()) {
    const own = index < prefix.length ? prefix[index] : rest;
    if (own === undefined) continue;
    if (!checkPart(evaluation, visit, own, item)) return false;
    seen?.items.add(index);
  }
  return true;
}

function checkContains(evaluation: Evaluation, visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { contains, minContains = 1, maxContains = Infinity } = visit.schema;
  if (contains === undefined) return true;
  let found = 0;
  for (const [index, item] of items.entries()) {
    if (!checkPart(evaluation, visit, contains, item)) continue;
    found += 1;
    visit.seen?.items.add(index);
  }
  return found >= Number(minContains) && found <= Number(maxContains);
}

function checkUnevaluated(evaluation: Evaluation, visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { schema, seen } = visit;
  if (schema.unevaluatedItems === undefined || !seen) return true;
  return items.every((item, index) => {
    if (seen.items.has(index)) return true;
    seen.items.add(index);
    return checkPart(evaluation, visit, schema.unevaluatedItems, item);
  });
}

export function checkProperties(evaluation: Evaluation, visit: SchemaVisit, value: JsonObject): boolean {
  const names = Object.keys(value);
  const { minProperties, maxProperties, dependentSchemas, propertyNames } = visit.schema;
  if (typeof minProperties === 'number' && names.length < minProperties) return false;
  if (typeof maxProperties === 'number' && names.length > maxProperties) return false;
  if (!hasRequired(evaluation, visit, value)) return false;
  for (const [name, branch] of Object.entries(Object(dependentSchemas) as Record<string, Schema>))
    if (Object.hasOwn(value, name) && !evaluation.checkApart(visit, branch, value)) return false;
  if (
    propertyNames !== undefined &&
    !names.every((name) => checkPart(evaluation, visit, propertyNames, name))
  )
    return false;
  return names.every((name) => checkProperty(evaluation, visit, name, value[name]));
}

function hasRequired(evaluation: Evaluation, visit: SchemaVisit, value: JsonObject): boolean {
  const { required, dependentRequired } = visit.schema;
  const has = (name: string): boolean => Object.hasOwn(value, name) || mayLack(evaluation, visit, name);
  if (Array.isArray(required) && !required.every(has)) return false;
  return Object.entries(Object(dependentRequired) as Record<string, string[]>).every(
    ([name, others]) => !Object.hasOwn(value, name) || namesIn(others).every(has),
  );
}

/** A required property holds only for the direction in which it travels (OpenAPI 3.0.3, Schema Object). */
function mayLack(evaluation: Evaluation, { place, schema }: SchemaVisit, name: string): boolean {
  const { properties } = schema;
  if (!properties || !Object.hasOwn(properties, name)) return false;
  return evaluation.leavesOut(evaluation.places.inside(place, properties[name] ?? true));
}

function checkProperty(evaluation: Evaluation, visit: SchemaVisit, name: string, value: unknown): boolean {
  const { schema, seen } = visit;
  const accepts = (one: unknown): boolean => checkPart(evaluation, visit, one, value);
  const own = propertySchemas(evaluation, schema, name);
  if (own.length > 0) {
    seen?.names.add(name);
    if (!own.every(accepts)) return false;
  } else if (schema.additionalProperties !== undefined) {
    seen?.names.add(name);
    return accepts(schema.additionalProperties);
  }
  if (schema.unevaluatedProperties === undefined || !seen || seen.names.has(name)) return true;
  seen.names.add(name);
  return accepts(schema.unevaluatedProperties);
}

/** The schemas that a schema itself has for a property, by its name or by a pattern of names. */
function propertySchemas(
  evaluation: Evaluation,
  { properties, patternProperties }: SchemaObject,
  name: string,
): Schema[] {
  const found: Schema[] = [];
  if (isObject(properties) && Object.hasOwn(properties, name)) found.push(properties[name] ?? true);
  if (isObject(patternProperties))
    for (const [pattern, schema] of Object.entries(patternProperties))
      if (evaluation.matches(pattern, name)) found.push(schema as Schema);
  return found;
}

export function checkValue(
  evaluation: Pick<Evaluation, 'hasFormat' | 'matches'>,
  schema: SchemaObject,
  value: unknown,
): boolean {
  const { type, format } = schema;
  if (typeof type === 'string' && !hasType(value, type)) return false;
  if (Array.isArray(type) && !type.some((one) => hasType(value, one))) return false;
  if (Object.hasOwn(schema, 'const') && !jsonEqual(schema.const, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => jsonEqual(one, value))) return false;
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
