import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Schema } from '../../contract/openapi.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { DocumentPatterns } from '../../contract/patterns/document-patterns.js';
import { PatternWorkError, type PatternWork } from '../../contract/patterns/pattern-work.js';
import { checkItems, checkPart, checkProperties, checkValue, merge, nothingEvaluated } from './keywords.js';
import type { Evaluation, EvaluatedParts, SchemaVisit } from './keywords.js';
import { isSchemaObject, schemasIn } from './json-values.js';
import type { SchemaPlace, SchemaPlaces } from './schema-places.js';

/** The direction in which a body travels: a request has no `readOnly` properties, a response no `writeOnly` ones. */
export type Direction = 'request' | 'response';

/** Schemas that may be entered while one value is evaluated; a document that needs more wants to keep a machine busy. */
const maxSteps = 400_000;
const maxNested = 400;

/**
 * Says whether a schema of JSON Schema 2020-12 accepts a value, without compiling it: a generator uses each of many schemas
 * only a few times. A reference that leads nowhere accepts everything.
 */
export class SchemaEvaluator implements Evaluation {
  private readonly patterns: DocumentPatterns;
  private readonly tests = new Map<string, { test(text: string): boolean }>();
  private readonly formats = new Map<string, FormatTest | undefined>();
  private steps = 0;

  constructor(
    readonly places: SchemaPlaces,
    private readonly direction: Direction | undefined,
    work: PatternWork,
  ) {
    this.patterns = new DocumentPatterns(work);
  }

  /** Returns whether the schema accepts the value; true where finding out takes too long. */
  accepts(place: SchemaPlace, value: unknown): boolean {
    this.steps = 0;
    try {
      return this.check(place, value, undefined, 0);
    } catch (cause) {
      if (cause instanceof TooLong) return true;
      throw cause;
    }
  }

  /** Returns whether a text matches; true once the budget of the patterns is spent. */
  matches(pattern: string, text: string): boolean {
    let test = this.tests.get(pattern);
    if (!test) this.tests.set(pattern, (test = this.patterns.compile(pattern, 'u')));
    try {
      return test.test(text);
    } catch (cause) {
      if (cause instanceof PatternWorkError) return true;
      throw cause;
    }
  }

  hasFormat(format: string, value: unknown): boolean {
    if (!this.formats.has(format)) this.formats.set(format, formatTest(format));
    return this.formats.get(format)?.(value) ?? true;
  }

  /** Returns whether a property is to be left out of the direction's bodies. */
  leavesOut(place: SchemaPlace): boolean {
    const keyword = this.direction === 'response' ? 'writeOnly' : 'readOnly';
    return this.direction !== undefined && this.says(place, keyword, 0);
  }

  private says({ schema, scope }: SchemaPlace, keyword: 'writeOnly' | 'readOnly', depth: number): boolean {
    if (!isSchemaObject(schema) || depth > 10) return false;
    if (schema[keyword] === true) return true;
    // A keyword of the property itself counts more than one of the schema that it refers to.
    if (schema.readOnly === true || schema.writeOnly === true) return false;
    const target = typeof schema.$ref === 'string' ? this.places.follow(schema.$ref, scope) : undefined;
    if (target && this.says(target, keyword, depth + 1)) return true;
    return schemasIn(schema.allOf).some((part) => this.says({ schema: part, scope }, keyword, depth + 1));
  }

  /** One schema: the evaluation of each part of the value counts as a step. @throws TooLong */
  check(place: SchemaPlace, value: unknown, seen: EvaluatedParts | undefined, depth: number): boolean {
    const { schema } = place;
    if (!isSchemaObject(schema)) return schema;
    this.steps += 1;
    if (this.steps > maxSteps || depth > maxNested) throw new TooLong();
    const asksWhatIsSeen =
      schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
    const mine = asksWhatIsSeen ? nothingEvaluated() : seen;
    const visit = { evaluation: this, place, schema, seen: mine, depth: depth + 1 };
    const accepted =
      checkValue(this, schema, value) &&
      this.checkReferences(visit, value) &&
      this.checkBranches(visit, value) &&
      (!Array.isArray(value) || checkItems(visit, value)) &&
      (!isObject(value) || checkProperties(visit, value));
    if (accepted && seen && mine && mine !== seen) merge(seen, mine);
    return accepted;
  }

  checkApart({ place, seen, depth }: SchemaVisit, branch: Schema, value: unknown): boolean {
    const mine = seen && nothingEvaluated();
    const accepted = this.check(this.places.inside(place, branch), value, mine, depth);
    if (accepted && seen && mine) merge(seen, mine);
    return accepted;
  }

  private checkReferences({ place: { scope }, schema, seen, depth }: SchemaVisit, value: unknown): boolean {
    const { $ref, $dynamicRef } = schema;
    const target = typeof $ref === 'string' ? this.places.follow($ref, scope) : undefined;
    if (target && !this.check(target, value, seen, depth)) return false;
    const dynamic =
      typeof $dynamicRef === 'string' ? this.places.followDynamic($dynamicRef, scope) : undefined;
    return !dynamic || this.check(dynamic, value, seen, depth);
  }

  private checkBranches(visit: SchemaVisit, value: unknown): boolean {
    const { schema, seen } = visit;
    const accepts = (branch: Schema): boolean => this.checkApart(visit, branch, value);
    if (!schemasIn(schema.allOf).every(accepts)) return false;
    if (Array.isArray(schema.anyOf)) {
      // Every branch that accepts counts for what is unevaluated.
      const accepted = seen ? schema.anyOf.filter(accepts).length > 0 : schema.anyOf.some(accepts);
      if (!accepted) return false;
    }
    if (Array.isArray(schema.oneOf) && schema.oneOf.filter(accepts).length !== 1) return false;
    if (schema.not !== undefined && checkPart(visit, schema.not, value)) return false;
    if (schema.if === undefined) return true;
    const next = accepts(schema.if as Schema) ? schema.then : schema.else;
    return next === undefined || accepts(next as Schema);
  }
}

class TooLong extends Error {}

type FormatTest = (value: unknown) => boolean;

/** Texts longer than this are not held against the formats whose patterns backtrack. */
const shortText = 500;
const backtracking = new Set(['uri', 'uri-reference', 'url', 'email', 'hostname', 'uri-template', 'ipv6']);
/** They say how a text is to be read, and restrict none. */
const unrestricted = new Set(['password', 'binary', 'byte']);

/** The test of a `format`, the same as the validators of requests and responses use; undefined for an unknown one. */
function formatTest(format: string): FormatTest | undefined {
  if (unrestricted.has(format) || !Object.hasOwn(fullFormats, format)) return undefined;
  const known = fullFormats[format as keyof typeof fullFormats] as unknown;
  if (known instanceof RegExp) return textTest(format, (text) => known.test(text));
  if (typeof known === 'function') return textTest(format, known as (text: string) => boolean);
  if (typeof known !== 'object' || known === null) return undefined;
  const { type, validate } = known as { type?: string; validate: unknown };
  if (type === 'number')
    return (value) => typeof value !== 'number' || (validate as (number: number) => boolean)(value);
  return textTest(
    format,
    validate instanceof RegExp ? (text) => validate.test(text) : (validate as (text: string) => boolean),
  );
}

function textTest(format: string, test: (text: string) => boolean): FormatTest {
  const longest = backtracking.has(format) ? shortText : Infinity;
  return (value) => typeof value !== 'string' || value.length > longest || test(value);
}
