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
    if (schema === false) return 'never';
    if (!isObject(schema) || depth > maxDepth) return 'unknown';
    const parts = [
      ...(typeof schema.$ref === 'string' ? [this.named(schema.$ref)] : []),
      ...this.all(schema.allOf, depth),
      ...this.alternatives(schema.oneOf, depth),
      ...this.alternatives(schema.anyOf, depth),
      this.ownType(schema, depth),
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

  private all(schemas: unknown, depth: number): string[] {
    return Array.isArray(schemas) ? schemas.map((one) => this.inner(one, depth)) : [];
  }

  private alternatives(schemas: unknown, depth: number): string[] {
    const types = this.all(schemas, depth);
    return types.length === 0 || types.includes('unknown') ? [] : [unionOf(types)];
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
    const first = schema.prefixItems.map((one) => `${this.inner(one, depth)}?`);
    return `[${[...first, ...(schema.items === false ? [] : [`...${rest}`])].join(', ')}]`;
  }

  private object(schema: Readonly<Record<string, unknown>>, depth: number): string {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    const fields = properties
      .filter(([, property]) => !this.isHidden(property))
      .map(
        ([name, property]) =>
          `${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${this.typeOf(property, depth + 1)}`,
      );
    const others = schema.additionalProperties;
    const rest = isObject(others) ? this.typeOf(others, depth + 1) : 'unknown';
    if (fields.length === 0) return others === false ? 'Record<string, never>' : `Record<string, ${rest}>`;
    const open = others === true || isObject(others) ? ' & Record<string, unknown>' : '';
    return `{ ${fields.join('; ')} }${open}`;
  }

  private isHidden(property: unknown): boolean {
    if (!isObject(property)) return false;
    if (property[this.hidden] === true) return true;
    const target = typeof property.$ref === 'string' ? valueAt(this.document, property.$ref) : undefined;
    return isObject(target) && target[this.hidden] === true;
  }
}

/** The type that the keywords of a schema without one imply. */
function impliedType(schema: Readonly<Record<string, unknown>>): string | readonly string[] {
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : [];
}

/** @param types at least one */
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

const reserved = new Set(
  'any unknown never void null undefined string number boolean object symbol bigint default class enum function import export new delete in typeof var let const if else for while do return switch case break continue this super extends implements interface package private protected public static yield true false with try catch finally throw instanceof debugger await type declare'.split(
    ' ',
  ),
);
