import { valueAt } from '../json-pointer.js';
import type { OpenApiDocument } from '../openapi.js';
import { isObject } from '../schema/json-equal.js';

/** Levels of schemas within one another that are written; what lies deeper may be anything. */
const maxDepth = 40;

/**
 * Writes schemas as TypeScript types. Whatever has a `$ref` gets a name in one namespace, so that circles end; what TypeScript can't say,
 * such as bounds and patterns, is left out.
 */
export class SchemaTypes {
  /** Names by the pointer of what they stand for. */
  private readonly names = new Map<string, string>();
  private readonly written = new Map<string, string>();

  /** @param hidden properties that this keyword marks are left out */
  constructor(
    private readonly document: OpenApiDocument,
    private readonly namespace: string,
    private readonly hidden: 'readOnly' | 'writeOnly',
  ) {}

  typeOf(schema: unknown, depth = 0): string {
    return this.writtenType(schema, depth, true);
  }

  /** @param isWhole false for a member of `allOf`, whose properties are those of the schema around it */
  private writtenType(schema: unknown, depth: number, isWhole: boolean): string {
    if (schema === false) return 'never';
    if (!isObject(schema) || depth > maxDepth) return 'unknown';
    const members = Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : [];
    const parts = [
      ...(typeof schema.$ref === 'string' ? [this.named(schema.$ref)] : []),
      ...members.map((one) => grouped(this.writtenType(one, depth + 1, false))),
      ...this.alternatives(schema.oneOf, depth),
      ...this.alternatives(schema.anyOf, depth),
      this.ownType(schema, depth),
      // What holds for an object would exclude the other types.
      ...(isWhole && !Array.isArray(schema.type) ? this.agreed(schema, depth) : []),
    ].filter((part) => part !== 'unknown');
    const type = parts.length === 0 ? 'unknown' : [...new Set(parts)].join(' & ');
    return schema.nullable === true && type !== 'unknown' ? `${grouped(type)} | null` : type;
  }

  /** The namespace with every type that was named; empty where none was. */
  declaration(): string {
    if (this.written.size === 0) return '';
    const types = [...this.written].map(([name, type]) => `  type ${name} = ${type};\n`);
    return `declare namespace ${this.namespace} {\n${types.join('')}}\n`;
  }

  private named(reference: string): string {
    if (!reference.startsWith('#/')) return 'unknown';
    let name = this.names.get(reference);
    if (name === undefined) {
      const target = valueAt(this.document, reference);
      if (!isObject(target)) return 'unknown';
      name = this.freeName(reference);
      this.names.set(reference, name);
      this.written.set(name, 'unknown');
      const type = this.typeOf(target);
      // A type that is nothing but itself is none.
      this.written.set(name, type === `${this.namespace}.${name}` ? 'unknown' : type);
    }
    return `${this.namespace}.${name}`;
  }

  private freeName(reference: string): string {
    const last = decodeURIComponent(reference.split('/').at(-1) ?? '').replaceAll(/[^\w$]+/g, '_');
    const plain = /^[A-Za-z_$]/.test(last) && !reserved.has(last) ? last : `_${last}`;
    let name = plain;
    for (let number = 2; this.written.has(name); number += 1) name = `${plain}_${number}`;
    return name;
  }

  private alternatives(schemas: unknown, depth: number): string[] {
    const types = Array.isArray(schemas) ? schemas.map((one) => this.inner(one, depth)) : [];
    return types.length === 0 || types.includes('unknown') ? [] : [unionOf(types)];
  }

  /**
   * The properties on which several schemas of one value agree: those that one requires and another has, and those that only a condition
   * adds (`if`, `dependentSchemas`).
   */
  private agreed(schema: Readonly<Record<string, unknown>>, depth: number): string[] {
    // A mere reference has the type that says it already.
    if (!Object.keys(schema).some((keyword) => agreeing.has(keyword))) return [];
    const parts = this.partsOf(schema);
    const properties = parts.flatMap(propertiesOf);
    const hidden = properties.filter(([, property]) => this.isHidden(property)).map(([name]) => name);
    const names = new Set(properties.map(([name]) => name));
    const settled = new Set(
      parts.flatMap((part) =>
        propertiesOf(part)
          .map(([name]) => name)
          .filter((name) => requiredBy(part).has(name)),
      ),
    );
    const required = [...new Set(parts.flatMap((part) => [...requiredBy(part)]))].filter(
      (name) => names.has(name) && !settled.has(name) && !hidden.includes(name),
    );
    const added = new Map<string, string[]>();
    for (const [name, property] of this.conditionsOf(parts).flatMap(propertiesOf))
      if (!names.has(name) && !this.isHidden(property))
        added.set(name, [...(added.get(name) ?? []), this.inner(property, depth)]);
    const fields = [
      ...required.map((name) => `${JSON.stringify(name)}: {} | null`),
      ...[...added].map(([name, types]) => {
        const type = types.includes('unknown') ? 'unknown' : unionOf(types);
        return `${JSON.stringify(name)}?: ${type}`;
      }),
    ];
    return fields.length === 0 ? [] : [`{ ${fields.join('; ')} }`];
  }

  /** The schema with those that hold for the same value: its `allOf` and what they refer to. */
  private partsOf(schema: unknown, met = new Set<unknown>()): Readonly<Record<string, unknown>>[] {
    if (!isObject(schema) || met.has(schema)) return [];
    met.add(schema);
    const target =
      typeof schema.$ref === 'string' && schema.$ref.startsWith('#/')
        ? valueAt(this.document, schema.$ref)
        : undefined;
    const members = Array.isArray(schema.allOf) ? (schema.allOf as unknown[]) : [];
    return [schema, ...[target, ...members].flatMap((one) => this.partsOf(one, met))];
  }

  /** The schemas that hold under a condition, and what they consist of. */
  private conditionsOf(
    parts: readonly Readonly<Record<string, unknown>>[],
    met = new Set<unknown>(),
  ): Readonly<Record<string, unknown>>[] {
    const conditional = parts.flatMap((part) => [
      part.then,
      part.else,
      ...Object.values(isObject(part.dependentSchemas) ? part.dependentSchemas : {}),
    ]);
    const found = conditional.flatMap((one) => this.partsOf(one, met));
    return found.length === 0 ? [] : [...found, ...this.conditionsOf(found, met)];
  }

  /** A type that stands in another. */
  private inner(schema: unknown, depth: number): string {
    return grouped(this.typeOf(schema, depth + 1));
  }

  private ownType(schema: Readonly<Record<string, unknown>>, depth: number): string {
    if ('const' in schema) return literal(schema.const);
    if (Array.isArray(schema.enum))
      return literals(schema.nullable === true ? schema.enum.filter((one) => one !== null) : schema.enum);
    const types = [schema.type ?? impliedType(schema)].flat();
    const names = types.filter((type) => typeof type === 'string');
    if (names.length === 0 || names.length < types.length) return 'unknown';
    return unionOf(names.map((type) => this.typed(type, schema, depth)));
  }

  private typed(type: string, schema: Readonly<Record<string, unknown>>, depth: number): string {
    if (type === 'object') return this.object(schema, depth);
    if (type === 'array') return this.array(schema, depth);
    if (type === 'integer') return 'number';
    return ['string', 'number', 'boolean', 'null'].includes(type) ? type : 'unknown';
  }

  private array(schema: Readonly<Record<string, unknown>>, depth: number): string {
    const rest = `${this.inner(schema.items, depth)}[]`;
    if (!Array.isArray(schema.prefixItems)) return rest;
    const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
    const first = schema.prefixItems.map(
      (one, index) => `${this.inner(one, depth)}${index < least ? '' : '?'}`,
    );
    return `[${[...first, ...(schema.items === false ? [] : [`...${rest}`])].join(', ')}]`;
  }

  private object(schema: Readonly<Record<string, unknown>>, depth: number): string {
    const required = requiredBy(schema);
    const fields = propertiesOf(schema)
      .filter(([, property]) => !this.isHidden(property))
      .map(
        ([name, property]) =>
          `${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${this.typeOf(property, depth + 1)}`,
      );
    const others = schema.additionalProperties;
    const named = Object.values(isObject(schema.patternProperties) ? schema.patternProperties : {});
    const rests = [...named, ...(others === false ? [] : [others])].map((one) =>
      isObject(one) ? this.typeOf(one, depth + 1) : 'unknown',
    );
    const rest = rests.includes('unknown') ? 'unknown' : unionOf(rests);
    if (fields.length === 0) return `Record<string, ${rest}>`;
    const isOpen = others === true || isObject(others) || named.length > 0;
    const open = isOpen ? ' & Record<string, unknown>' : '';
    return `{ ${fields.join('; ')} }${open}`;
  }

  private isHidden(property: unknown): boolean {
    if (!isObject(property)) return false;
    if (property[this.hidden] === true) return true;
    const target = typeof property.$ref === 'string' ? valueAt(this.document, property.$ref) : undefined;
    return isObject(target) && target[this.hidden] === true;
  }
}

/** Keywords by which several schemas hold for one value. */
const agreeing = new Set(['allOf', 'required', 'then', 'else', 'dependentSchemas']);

function propertiesOf(schema: Readonly<Record<string, unknown>>): [string, unknown][] {
  return isObject(schema.properties) ? Object.entries(schema.properties) : [];
}

function requiredBy(schema: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const names: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return new Set(names.filter((name) => typeof name === 'string'));
}

/** The type that the keywords of a schema without one imply. */
function impliedType(schema: Readonly<Record<string, unknown>>): string | readonly string[] {
  const keywords = ['properties', 'additionalProperties', 'patternProperties'];
  if (keywords.some((keyword) => keyword in schema)) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : [];
}

/** @param types none for a value that there is not */
function unionOf(types: readonly string[]): string {
  const [first = 'never', ...others] = new Set(types);
  return others.length === 0 ? first : `(${[first, ...others].join(' | ')})`;
}

function literals(values: readonly unknown[]): string {
  const types = values.map(literal);
  return types.includes('unknown') ? 'unknown' : unionOf(types);
}

function literal(value: unknown): string {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? JSON.stringify(value)
    : 'unknown';
}

/** A union among others needs brackets. */
function grouped(type: string): string {
  return / [|&] /.test(type) && !/^\([^()]*\)$/.test(type) ? `(${type})` : type;
}

/** Words of the language, and the global type that is written here. */
const reserved = new Set(
  'Record any unknown never void null undefined string number boolean object symbol bigint default class enum function import export new delete in typeof var let const if else for while do return switch case break continue this super extends implements interface package private protected public static yield true false with try catch finally throw instanceof debugger await type declare'.split(
    ' ',
  ),
);
