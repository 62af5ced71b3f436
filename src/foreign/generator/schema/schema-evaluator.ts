import type { Schema, SchemaObject } from '../../../contract/openapi.js';
import { DocumentPatterns } from '../../../contract/patterns/document-patterns.js';
import { formatTest } from './format-tests.js';
import type { FormatTest } from './format-tests.js';
import { areEqual, canonical, hasType, isMultiple, isObject, lengthOf } from './json-values.js';
import type { JsonObject } from './json-values.js';
import { isSchemaObject, namesIn, schemasIn } from './keyword-lists.js';
import type { Place, SchemaPlaces } from './schema-places.js';

/** Whether what is described goes to the server or comes from it: a request has no `readOnly` properties, a response no `writeOnly` ones. */
export type Direction = 'request' | 'response';

/** Schemas that may be entered while one value is evaluated; a document that needs more wants to keep a machine busy. */
const mostSteps = 400_000;
const mostNested = 400;

/** What the schemas of an object or array have looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/**
 * Says whether a schema of JSON Schema 2020-12 accepts a value, without compiling it: a generator asks each of many schemas a
 * few times. A reference that leads nowhere accepts everything.
 */
export class SchemaEvaluator {
  private readonly patterns = new DocumentPatterns();
  private readonly tests = new Map<string, { test(text: string): boolean }>();
  private readonly formats = new Map<string, FormatTest | undefined>();
  private steps = 0;

  constructor(
    private readonly places: SchemaPlaces,
    private readonly direction: Direction | undefined,
  ) {}

  /** Whether the schema accepts the value; true where finding out takes too long. */
  accepts(place: Place, value: unknown): boolean {
    this.steps = 0;
    try {
      return this.check(place, value, undefined, 0);
    } catch (cause) {
      if (cause instanceof TooLong) return true;
      throw cause;
    }
  }

  matches(pattern: string, text: string): boolean {
    let test = this.tests.get(pattern);
    if (!test) this.tests.set(pattern, (test = this.patterns.compile(pattern, 'u')));
    return test.test(text);
  }

  /** Whether a property is to be left out of the direction's bodies. */
  leavesOut(place: Place): boolean {
    const keyword = this.direction === 'response' ? 'writeOnly' : 'readOnly';
    return this.direction !== undefined && this.says(place, keyword, 0);
  }

  private says({ schema, scope }: Place, keyword: 'writeOnly' | 'readOnly', depth: number): boolean {
    if (!isSchemaObject(schema) || depth > 10) return false;
    if (schema[keyword] === true) return true;
    // What a property says of itself counts more than what it refers to.
    if (schema.readOnly === true || schema.writeOnly === true) return false;
    const target = typeof schema.$ref === 'string' ? this.places.follow(schema.$ref, scope) : undefined;
    if (target && this.says(target, keyword, depth + 1)) return true;
    return schemasIn(schema.allOf).some((part) => this.says({ schema: part, scope }, keyword, depth + 1));
  }

  private check(place: Place, value: unknown, seen: Seen | undefined, depth: number): boolean {
    const { schema } = place;
    if (!isSchemaObject(schema)) return schema;
    this.steps += 1;
    if (this.steps > mostSteps || depth > mostNested) throw new TooLong();
    const asksWhatIsSeen =
      schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
    const mine = asksWhatIsSeen ? { names: new Set<string>(), items: new Set<number>() } : seen;
    const accepted =
      this.checkValue(schema, value) &&
      this.checkReferences(place, schema, value, mine, depth + 1) &&
      this.checkBranches(place, schema, value, mine, depth + 1) &&
      (!Array.isArray(value) || this.checkItems(place, schema, value, mine, depth + 1)) &&
      (!isObject(value) || this.checkProperties(place, schema, value, mine, depth + 1));
    if (accepted && seen && mine && mine !== seen) merge(seen, mine);
    return accepted;
  }

  private checkValue(schema: SchemaObject, value: unknown): boolean {
    const { type } = schema;
    if (typeof type === 'string' && !hasType(value, type)) return false;
    if (Array.isArray(type) && !type.some((one) => hasType(value, one))) return false;
    if (Object.hasOwn(schema, 'const') && !areEqual(schema.const, value)) return false;
    if (Array.isArray(schema.enum) && !schema.enum.some((one) => areEqual(one, value))) return false;
    if (typeof schema.format === 'string' && !this.hasFormat(schema.format, value)) return false;
    if (typeof value === 'number') return isInBounds(schema, value);
    return typeof value !== 'string' || this.checkText(schema, value);
  }

  hasFormat(format: string, value: unknown): boolean {
    if (!this.formats.has(format)) this.formats.set(format, formatTest(format));
    return this.formats.get(format)?.(value) ?? true;
  }

  private checkText({ minLength, maxLength, pattern }: SchemaObject, text: string): boolean {
    if (typeof minLength === 'number' && lengthOf(text) < minLength) return false;
    if (typeof maxLength === 'number' && lengthOf(text) > maxLength) return false;
    return typeof pattern !== 'string' || this.matches(pattern, text);
  }

  private checkReferences(
    { scope }: Place,
    schema: SchemaObject,
    value: unknown,
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    const { $ref, $dynamicRef } = schema;
    const target = typeof $ref === 'string' ? this.places.follow($ref, scope) : undefined;
    if (target && !this.check(target, value, seen, depth)) return false;
    const dynamic =
      typeof $dynamicRef === 'string' ? this.places.followDynamic($dynamicRef, scope) : undefined;
    return !dynamic || this.check(dynamic, value, seen, depth);
  }

  private checkBranches(
    place: Place,
    schema: SchemaObject,
    value: unknown,
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    const accepts = (branch: Schema): boolean => this.checkApart(place, branch, value, seen, depth);
    if (!schemasIn(schema.allOf).every(accepts)) return false;
    if (Array.isArray(schema.anyOf)) {
      // Every branch that accepts counts for what is unevaluated.
      const accepted = seen ? schema.anyOf.filter(accepts).length > 0 : schema.anyOf.some(accepts);
      if (!accepted) return false;
    }
    if (Array.isArray(schema.oneOf) && schema.oneOf.filter(accepts).length !== 1) return false;
    if (
      schema.not !== undefined &&
      this.check(this.places.inside(place, schema.not as Schema), value, undefined, depth)
    )
      return false;
    if (schema.if === undefined) return true;
    const next = accepts(schema.if as Schema) ? schema.then : schema.else;
    return next === undefined || accepts(next as Schema);
  }

  /** Evaluates a branch whose findings count only if it accepts. */
  private checkApart(
    place: Place,
    branch: Schema,
    value: unknown,
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    const mine = seen && { names: new Set<string>(), items: new Set<number>() };
    const accepted = this.check(this.places.inside(place, branch), value, mine, depth);
    if (accepted && seen && mine) merge(seen, mine);
    return accepted;
  }

  private checkItems(
    place: Place,
    schema: SchemaObject,
    items: readonly unknown[],
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    const { minItems, maxItems } = schema;
    if (typeof minItems === 'number' && items.length < minItems) return false;
    if (typeof maxItems === 'number' && items.length > maxItems) return false;
    if (schema.uniqueItems === true && new Set(items.map(canonical)).size < items.length) return false;
    const prefix = schemasIn(schema.prefixItems);
    const rest = Array.isArray(schema.items) ? undefined : schema.items;
    for (const [index, item] of items.entries()) {
      const own = index < prefix.length ? prefix[index] : rest;
      if (own === undefined) continue;
      if (!this.check(this.places.inside(place, own), item, undefined, depth)) return false;
      seen?.items.add(index);
    }
    return (
      this.checkContains(place, schema, items, seen, depth) &&
      this.checkUnevaluatedItems(place, schema, items, seen, depth)
    );
  }

  private checkContains(
    place: Place,
    { contains, minContains = 1, maxContains = Infinity }: SchemaObject,
    items: readonly unknown[],
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    if (contains === undefined) return true;
    const inside = this.places.inside(place, contains as Schema);
    let found = 0;
    for (const [index, item] of items.entries()) {
      if (!this.check(inside, item, undefined, depth)) continue;
      found += 1;
      seen?.items.add(index);
    }
    return found >= Number(minContains) && found <= Number(maxContains);
  }

  private checkUnevaluatedItems(
    place: Place,
    { unevaluatedItems }: SchemaObject,
    items: readonly unknown[],
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    if (unevaluatedItems === undefined || !seen) return true;
    const inside = this.places.inside(place, unevaluatedItems as Schema);
    return items.every((item, index) => {
      if (seen.items.has(index)) return true;
      seen.items.add(index);
      return this.check(inside, item, undefined, depth);
    });
  }

  private checkProperties(
    place: Place,
    schema: SchemaObject,
    value: JsonObject,
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    const names = Object.keys(value);
    const { minProperties, maxProperties, dependentSchemas, propertyNames } = schema;
    if (typeof minProperties === 'number' && names.length < minProperties) return false;
    if (typeof maxProperties === 'number' && names.length > maxProperties) return false;
    if (!this.hasRequired(place, schema, value)) return false;
    for (const [name, branch] of Object.entries(Object(dependentSchemas) as Record<string, Schema>))
      if (Object.hasOwn(value, name) && !this.checkApart(place, branch, value, seen, depth)) return false;
    if (propertyNames !== undefined) {
      const inside = this.places.inside(place, propertyNames as Schema);
      if (!names.every((name) => this.check(inside, name, undefined, depth))) return false;
    }
    return names.every((name) => this.checkProperty(place, schema, name, value[name], seen, depth));
  }

  private hasRequired(
    place: Place,
    { required, dependentRequired, properties }: SchemaObject,
    value: JsonObject,
  ) {
    const has = (name: string): boolean =>
      Object.hasOwn(value, name) || this.mayLack(place, properties, name);
    if (Array.isArray(required) && !required.every(has)) return false;
    return Object.entries(Object(dependentRequired) as Record<string, string[]>).every(
      ([name, others]) => !Object.hasOwn(value, name) || namesIn(others).every(has),
    );
  }

  /** A required property holds only for the direction in which it travels (OpenAPI 3.0.3, Schema Object). */
  private mayLack(place: Place, properties: SchemaObject['properties'], name: string): boolean {
    if (this.direction === undefined || !properties || !Object.hasOwn(properties, name)) return false;
    return this.leavesOut(this.places.inside(place, properties[name] ?? true));
  }

  private checkProperty(
    place: Place,
    schema: SchemaObject,
    name: string,
    value: unknown,
    seen: Seen | undefined,
    depth: number,
  ): boolean {
    const accepts = (one: Schema): boolean =>
      this.check(this.places.inside(place, one), value, undefined, depth);
    const own = this.propertySchemas(schema, name);
    if (own.length > 0) {
      seen?.names.add(name);
      if (!own.every(accepts)) return false;
    } else if (schema.additionalProperties !== undefined) {
      seen?.names.add(name);
      return accepts(schema.additionalProperties as Schema);
    }
    if (schema.unevaluatedProperties === undefined || !seen || seen.names.has(name)) return true;
    seen.names.add(name);
    return accepts(schema.unevaluatedProperties as Schema);
  }

  /** What a schema itself says of a property, by its name or by a pattern of names. */
  private propertySchemas({ properties, patternProperties }: SchemaObject, name: string): Schema[] {
    const found: Schema[] = [];
    if (isObject(properties) && Object.hasOwn(properties, name)) found.push(properties[name] ?? true);
    if (isObject(patternProperties))
      for (const [pattern, schema] of Object.entries(patternProperties))
        if (this.matches(pattern, name)) found.push(schema as Schema);
    return found;
  }
}

class TooLong extends Error {}

function merge(into: Seen, from: Seen): void {
  for (const name of from.names) into.names.add(name);
  for (const item of from.items) into.items.add(item);
}

function isInBounds(schema: SchemaObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) return false;
  if (typeof maximum === 'number' && value > maximum) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  return typeof multipleOf !== 'number' || multipleOf <= 0 || isMultiple(value, multipleOf);
}
