/** The keywords about the properties of an object. */
import type { Schema, SchemaObject } from '../../contract/openapi.js';
import { isObject } from './json-values.js';
import type { JsonObject } from './json-values.js';
import { namesIn } from './keyword-lists.js';
import { checkPart } from './visit.js';
import type { Evaluation, Visit } from './visit.js';

export function checkProperties(evaluation: Evaluation, visit: Visit, value: JsonObject): boolean {
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

function hasRequired(evaluation: Evaluation, visit: Visit, value: JsonObject): boolean {
  const { required, dependentRequired } = visit.schema;
  const has = (name: string): boolean => Object.hasOwn(value, name) || mayLack(evaluation, visit, name);
  if (Array.isArray(required) && !required.every(has)) return false;
  return Object.entries(Object(dependentRequired) as Record<string, string[]>).every(
    ([name, others]) => !Object.hasOwn(value, name) || namesIn(others).every(has),
  );
}

/** A required property holds only for the direction in which it travels (OpenAPI 3.0.3, Schema Object). */
function mayLack(evaluation: Evaluation, { place, schema }: Visit, name: string): boolean {
  const { properties } = schema;
  if (!properties || !Object.hasOwn(properties, name)) return false;
  return evaluation.leavesOut(evaluation.places.inside(place, properties[name] ?? true));
}

function checkProperty(evaluation: Evaluation, visit: Visit, name: string, value: unknown): boolean {
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

/** What a schema itself says of a property, by its name or by a pattern of names. */
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
