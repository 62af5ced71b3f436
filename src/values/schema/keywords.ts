/** The keywords about items of an array, about properties of an object, and about numbers and texts. */
import type { Schema, SchemaObject } from '../../contract/openapi.js';
import { canonicalText, isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import { hasType, isMultiple, lengthOf, schemasIn, namesIn, type JsonObject } from './json-values.js';
import type { SchemaPlace, SchemaPlaces } from './schema-places.js';

/** A schema while it is evaluated, for the groups of its keywords. */
export interface SchemaVisit {
  readonly evaluation: Evaluation;
  readonly place: SchemaPlace;
  readonly schema: SchemaObject;
  /** Collects what the schema looks at; undefined where nothing needs it. */
  readonly seen: EvaluatedParts | undefined;
  /** Of the schemas inside it. */
  readonly depth: number;
}

/** Properties and items that the schemas of a value have evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface EvaluatedParts {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

export function nothingEvaluated(): EvaluatedParts {
  return { names: new Set(), items: new Set() };
}

export function merge(into: EvaluatedParts, from: EvaluatedParts): void {
  for (const name of from.names) into.names.add(name);
  for (const item of from.items) into.items.add(item);
}

/** The part of the evaluator that the groups of keywords need. */
export interface Evaluation {
  readonly places: SchemaPlaces;
  check(place: SchemaPlace, value: unknown, seen: EvaluatedParts | undefined, depth: number): boolean;
  /** Evaluates a branch whose findings count only if it accepts. */
  checkApart(visit: SchemaVisit, branch: Schema, value: unknown): boolean;
  matches(pattern: string, text: string): boolean;
  hasFormat(format: string, value: unknown): boolean;
  /** Returns whether a property is to be left out of the direction's bodies. */
  leavesOut(place: SchemaPlace): boolean;
}

/** Evaluates a schema inside the visited one against a part of the value. */
export function checkPart(visit: SchemaVisit, schema: unknown, part: unknown): boolean {
  const inside = visit.evaluation.places.inside(visit.place, schema as Schema);
  return visit.evaluation.check(inside, part, undefined, visit.depth);
}

export function checkItems(visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { minItems, maxItems, uniqueItems } = visit.schema;
  if (typeof minItems === 'number' && items.length < minItems) return false;
  if (typeof maxItems === 'number' && items.length > maxItems) return false;
  if (uniqueItems === true && new Set(items.map(canonicalText)).size < items.length) return false;
  return checkEach(visit, items) && checkContains(visit, items) && checkUnevaluated(visit, items);
}

function checkEach(visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { schema, seen } = visit;
  const prefix = schemasIn(schema.prefixItems);
  const rest = Array.isArray(schema.items) ? undefined : schema.items;
  for (const [index, item] of items.entries()) {
    const own = index < prefix.length ? prefix[index] : rest;
    if (own === undefined) continue;
    if (!checkPart(visit, own, item)) return false;
    seen?.items.add(index);
  }
  return true;
}

function checkContains(visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { contains, minContains = 1, maxContains = Infinity } = visit.schema;
  if (contains === undefined) return true;
  let found = 0;
  for (const [index, item] of items.entries()) {
    if (!checkPart(visit, contains, item)) continue;
    found += 1;
    visit.seen?.items.add(index);
  }
  return found >= Number(minContains) && found <= Number(maxContains);
}

function checkUnevaluated(visit: SchemaVisit, items: readonly unknown[]): boolean {
  const { schema, seen } = visit;
  if (schema.unevaluatedItems === undefined || !seen) return true;
  return items.every((item, index) => {
    if (seen.items.has(index)) return true;
    seen.items.add(index);
    return checkPart(visit, schema.unevaluatedItems, item);
  });
}

export function checkProperties(visit: SchemaVisit, value: JsonObject): boolean {
  const names = Object.keys(value);
  const { minProperties, maxProperties, dependentSchemas, propertyNames } = visit.schema;
  if (typeof minProperties === 'number' && names.length < minProperties) return false;
  if (typeof maxProperties === 'number' && names.length > maxProperties) return false;
  if (!hasRequired(visit, value)) return false;
  for (const [name, branch] of Object.entries(Object(dependentSchemas) as Record<string, Schema>))
    if (Object.hasOwn(value, name) && !visit.evaluation.checkApart(visit, branch, value)) return false;
  if (propertyNames !== undefined && !names.every((name) => checkPart(visit, propertyNames, name)))
    return false;
  return names.every((name) => checkProperty(visit, name, value[name]));
}

function hasRequired(visit: SchemaVisit, value: JsonObject): boolean {
  const { required, dependentRequired } = visit.schema;
  const has = (name: string): boolean => Object.hasOwn(value, name) || mayLack(visit, name);
  if (Array.isArray(required) && !required.every(has)) return false;
  return Object.entries(Object(dependentRequired) as Record<string, string[]>).every(
    ([name, others]) => !Object.hasOwn(value, name) || namesIn(others).every(has),
  );
}

/** A required property holds only for the direction in which it travels (OpenAPI 3.0.3, Schema Object). */
function mayLack({ evaluation, place, schema }: SchemaVisit, name: string): boolean {
  const { properties } = schema;
  if (!properties || !Object.hasOwn(properties, name)) return false;
  return evaluation.leavesOut(evaluation.places.inside(place, properties[name] ?? true));
}

function checkProperty(visit: SchemaVisit, name: string, value: unknown): boolean {
  const { schema, seen } = visit;
  const accepts = (one: unknown): boolean => checkPart(visit, one, value);
  const own = propertySchemas(visit, name);
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
function propertySchemas({ evaluation, schema }: SchemaVisit, name: string): Schema[] {
  const { properties, patternProperties } = schema;
  const found: Schema[] = [];
  if (isObject(properties) && Object.hasOwn(properties, name)) found.push(properties[name] ?? true);
  if (isObject(patternProperties))
    for (const [pattern, schema] of Object.entries(patternProperties))
      if (evaluation.matches(pattern, name)) found.push(schema as Schema);
  return found;
}

export function checkValue(evaluation: Evaluation, schema: SchemaObject, value: unknown): boolean {
  const { type, format } = schema;
  if (typeof type === 'string' && !hasType(value, type)) return false;
  if (Array.isArray(type) && !type.some((one) => hasType(value, one))) return false;
  if (Object.hasOwn(schema, 'const') && !jsonEqual(schema.const, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => jsonEqual(one, value))) return false;
  if (typeof format === 'string' && !evaluation.hasFormat(format, value)) return false;
  if (typeof value === 'number') return isInBounds(schema, value);
  return typeof value !== 'string' || checkText(evaluation, schema, value);
}

function checkText(evaluation: Evaluation, schema: SchemaObject, text: string): boolean {
  const { minLength, maxLength, pattern } = schema;
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
