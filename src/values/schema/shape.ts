import type { Schema, SchemaObject } from '../../contract/openapi.js';
import { isObject, jsonEqual } from '../../contract/schema/json-equal.js';
import { hasType, namesIn, schemasIn, valuesIn, type JsonType } from './json-values.js';
import type { SchemaPlace } from './schema-places.js';

/** Properties that a schema does not name itself must fit `place`. */
export interface Closure {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
  readonly place: SchemaPlace;
}

/** The form of a value in XML (OpenAPI 3.1.1, XML Object). */
export interface XmlForm {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
}

/** Items from an index on must fit `place`. */
export interface Rest {
  readonly from: number;
  readonly place: SchemaPlace;
}

export interface Contains {
  readonly place: SchemaPlace;
  readonly min: number;
}

const everyType: readonly JsonType[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/**
 * The constraints of several schemas that apply together to one value, with a branch chosen of each union. A value is made from it; what
 * it can't say (that a schema must not accept, that only one may) is found by evaluating the value.
 */
export class Shape {
  types: readonly JsonType[] = everyType;
  /** True if a schema names a type; else its other keywords show the intended one. */
  isTyped = false;
  /** Allowed by `const` or `enum`. */
  values: readonly unknown[] | undefined;
  isImpossible = false;
  /** True if a value made from the shape may break what it was made from. */
  mustBeEvaluated = false;

  minimum = -Infinity;
  maximum = Infinity;
  above = -Infinity;
  below = Infinity;
  readonly multiplesOf: number[] = [];

  minLength = 0;
  maxLength = Infinity;
  readonly patterns: string[] = [];
  readonly formats: string[] = [];
  contentEncoding: string | undefined;

  readonly properties = new Map<string, SchemaPlace[]>();
  readonly patternProperties: (readonly [pattern: string, place: SchemaPlace])[] = [];
  readonly closures: Closure[] = [];
  readonly unevaluated: SchemaPlace[] = [];
  readonly propertyNames: SchemaPlace[] = [];
  readonly required = new Set<string>();
  readonly dependents: (readonly [name: string, others: readonly string[]])[] = [];
  /** Properties that a choice rules out. */
  readonly forbidden = new Set<string>();
  minProperties = 0;
  maxProperties = Infinity;

  readonly prefix: SchemaPlace[][] = [];
  readonly rests: Rest[] = [];
  readonly contains: Contains[] = [];
  readonly unevaluatedItems: SchemaPlace[] = [];
  minItems = 0;
  maxItems = Infinity;
  uniqueItems = false;

  /** Values that the document gives, the most specific first. */
  readonly given: unknown[] = [];
  /** The branches of `oneOf` that must not accept the value as well. */
  readonly rivals: SchemaPlace[] = [];
  xml: XmlForm | undefined;
  /** The name of the component that the value is, the most derived one. */
  component: string | undefined;

  /** Adds what a schema says itself, without what it refers to and its branches. @param inside the place of a subschema */
  add(schema: SchemaObject, inside: (schema: Schema) => SchemaPlace): void {
    this.addTypes(schema);
    this.addGiven(schema);
    this.addNumber(schema);
    this.addText(schema);
    this.addObject(schema, inside);
    this.addArray(schema, inside);
  }

  /** Names a value that alone is possible. */
  allow(values: readonly unknown[]): void {
    const before = this.values;
    this.values = before ? before.filter((one) => values.some((other) => jsonEqual(one, other))) : values;
    if (this.values.length === 0) this.isImpossible = true;
  }

  /** The values that are left after every keyword that a value alone decides. */
  possibleValues(): readonly unknown[] | undefined {
    return this.values?.filter((value) => this.types.some((type) => hasType(value, type)));
  }

  /** The schemas of a property, or of the item at an index; empty where none is for it alone. */
  placesIn(name: string): readonly SchemaPlace[] {
    const property = this.properties.get(name);
    if (property !== undefined || !/^\d+$/.test(name)) return property ?? [];
    const index = Number(name);
    const rests = this.rests.filter(({ from }) => from <= index).map(({ place }) => place);
    return [...(this.prefix[index] ?? []), ...rests];
  }

  /** True if types, listed values, bounds, closed objects and the beginnings of texts leave no value at all. */
  get isContradictory(): boolean {
    return this.isImpossible || !this.types.some((type) => this.admitsType(type));
  }

  private admitsType(type: JsonType): boolean {
    if (this.values && !this.values.some((value) => hasType(value, type))) return false;
    if (type === 'string') return this.minLength <= this.maxLength && !this.patternsExcludeFormats();
    if (type === 'object') return !this.requiresUnknown();
    return (type !== 'number' && type !== 'integer') || this.minimum <= this.maximum;
  }

  /** True if the object is closed to a property that it requires. */
  private requiresUnknown(): boolean {
    return this.closures.some(
      ({ names, patterns, place }) =>
        place.schema === false &&
        patterns.length === 0 &&
        [...this.required].some((name) => !names.has(name)),
    );
  }

  /** True if the texts of a pattern begin with what no text of a format begins with. */
  private patternsExcludeFormats(): boolean {
    const starts = this.patterns.map((pattern) => Array.from(literalBeginning(pattern)));
    return this.formats.some((format) => {
      const beginning = beginnings[format] ?? [];
      return starts.some((letters) => letters.some((one, index) => beginning[index]?.test(one) === false));
    });
  }

  private addTypes({ type }: SchemaObject): void {
    const named = typeof type === 'string' ? [type] : namesIn(type);
    if (named.length === 0) return;
    this.isTyped = true;
    const allows = (one: JsonType): boolean =>
      named.includes(one) || (one === 'integer' && named.includes('number'));
    this.types = this.types.filter(allows);
    if (this.types.length === 0) this.isImpossible = true;
  }

  private addGiven(schema: SchemaObject): void {
    if (Object.hasOwn(schema, 'const')) this.allow([schema.const]);
    if (Array.isArray(schema.enum)) this.allow(schema.enum);
    if (schema.example !== undefined) this.given.push(schema.example);
    this.given.push(...valuesIn(schema.examples).slice(0, 3));
    if (schema.default !== undefined && schema.default !== null) this.given.push(schema.default);
    if (isObject(schema.xml)) this.xml ??= schema.xml as XmlForm;
  }

  private addNumber(schema: SchemaObject): void {
    this.minimum = Math.max(this.minimum, numberOf(schema.minimum, -Infinity));
    this.maximum = Math.min(this.maximum, numberOf(schema.maximum, Infinity));
    this.above = Math.max(this.above, numberOf(schema.exclusiveMinimum, -Infinity));
    this.below = Math.min(this.below, numberOf(schema.exclusiveMaximum, Infinity));
    const multiple = numberOf(schema.multipleOf, 0);
    if (multiple > 0) this.multiplesOf.push(multiple);
  }

  private addText(schema: SchemaObject): void {
    this.minLength = Math.max(this.minLength, numberOf(schema.minLength, 0));
    this.maxLength = Math.min(this.maxLength, numberOf(schema.maxLength, Infinity));
    if (typeof schema.pattern === 'string') this.patterns.push(schema.pattern);
    if (typeof schema.format === 'string') this.formats.push(schema.format);
    if (typeof schema.contentEncoding === 'string') this.contentEncoding = schema.contentEncoding;
  }

  private addObject(schema: SchemaObject, inside: (schema: Schema) => SchemaPlace): void {
    const own = Object.entries(isObject(schema.properties) ? schema.properties : {});
    for (const [name, property] of own) {
      const known = this.properties.get(name);
      if (known) known.push(inside(property));
      else this.properties.set(name, [inside(property)]);
    }
    const patterns = Object.entries(Object(schema.patternProperties) as Record<string, Schema>);
    for (const [pattern, property] of patterns) this.patternProperties.push([pattern, inside(property)]);
    if (schema.additionalProperties !== undefined) {
      this.closures.push({
        names: new Set(own.map(([name]) => name)),
        patterns: patterns.map(([pattern]) => pattern),
        place: inside(schema.additionalProperties as Schema),
      });
    }
    if (schema.unevaluatedProperties !== undefined)
      this.unevaluated.push(inside(schema.unevaluatedProperties as Schema));
    if (schema.propertyNames !== undefined) this.propertyNames.push(inside(schema.propertyNames as Schema));
    for (const name of namesIn(schema.required)) this.required.add(name);
    for (const [name, others] of Object.entries(Object(schema.dependentRequired) as Record<string, string[]>))
      this.dependents.push([name, namesIn(others)]);
    this.minProperties = Math.max(this.minProperties, numberOf(schema.minProperties, 0));
    this.maxProperties = Math.min(this.maxProperties, numberOf(schema.maxProperties, Infinity));
  }

  private addArray(schema: SchemaObject, inside: (schema: Schema) => SchemaPlace): void {
    const prefix = schemasIn(schema.prefixItems);
    for (const [index, item] of prefix.entries()) (this.prefix[index] ??= []).push(inside(item));
    if (schema.items !== undefined && !Array.isArray(schema.items))
      this.rests.push({ from: prefix.length, place: inside(schema.items) });
    if (schema.contains !== undefined) {
      this.contains.push({
        place: inside(schema.contains as Schema),
        min: numberOf(schema.minContains, 1),
      });
    }
    if (schema.unevaluatedItems !== undefined)
      this.unevaluatedItems.push(inside(schema.unevaluatedItems as Schema));
    this.minItems = Math.max(this.minItems, numberOf(schema.minItems, 0));
    this.maxItems = Math.min(this.maxItems, numberOf(schema.maxItems, Infinity));
    this.uniqueItems ||= schema.uniqueItems === true;
  }

  /** The type that a value is made of: what the keywords are about, where no schema names one. */
  meantType(): JsonType {
    const { types } = this;
    const may = (type: JsonType): boolean => types.includes(type);
    if (!this.isTyped) {
      const meant = this.typeOfKeywords();
      if (meant && may(meant)) return meant;
    }
    return types.find((type) => type !== 'null' && type !== 'integer') ?? types[0] ?? 'null';
  }

  private typeOfKeywords(): JsonType | undefined {
    const { properties, required, closures, patternProperties, minProperties, dependents, unevaluated } =
      this;
    const aboutObjects = [properties, required].some(({ size }) => size > 0);
    const closed = [closures, patternProperties, dependents, unevaluated, this.propertyNames];
    if (aboutObjects || closed.some(({ length }) => length > 0) || minProperties > 0) return 'object';
    const { prefix, rests, contains, unevaluatedItems, minItems, uniqueItems } = this;
    const lists = [prefix, rests, contains, unevaluatedItems];
    if (lists.some(({ length }) => length > 0) || minItems > 0 || uniqueItems) return 'array';
    if (this.patterns.length > 0 || this.formats.length > 0 || this.minLength > 0) return 'string';
    if (this.multiplesOf.length > 0) return 'number';
    return [this.minimum, this.maximum, this.above, this.below].some(Number.isFinite) ? 'number' : undefined;
  }
}

const [digit, hyphen, hexadecimal] = [/\d/, /-/, /[0-9a-f]/i];
const fullDate = [digit, digit, digit, digit, hyphen, digit, digit, hyphen, digit, digit];
/** The first characters of texts of a format. */
const beginnings: Readonly<Record<string, readonly RegExp[]>> = {
  date: fullDate,
  'date-time': fullDate,
  uuid: Array.from({ length: 8 }, () => hexadecimal),
};

/** The characters that every text of a pattern begins with, as far as they are plain. */
function literalBeginning(pattern: string): string {
  if (pattern.includes('|')) return '';
  const [, plain = '', next = ''] = /^\^([\w-]*)(.?)/s.exec(pattern) ?? [];
  return /[?*{]/.test(next) ? plain.slice(0, -1) : plain;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && !Number.isNaN(value) ? value : otherwise;
}
