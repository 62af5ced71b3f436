import type { OpenApiDocument, Schema, SchemaObject } from '../openapi.js';
import { followSchema, schemaParts } from '../schema/resolve-schema.js';

/** `readOnly` properties are not required in requests, `writeOnly` ones not in responses (OpenAPI 3.0, Schema Object). */
export type OneWay = 'readOnly' | 'writeOnly';

const combining = ['allOf', 'anyOf', 'oneOf'] as const;
const none: ReadonlySet<string> = new Set();

/**
 * The names that a schema requires although they are properties of the other direction. They may stand apart: `required` in one
 * part of an `allOf`, the property in another, so schemas are read from where validation starts.
 */
export class OneWayProperties {
  private readonly exempt = new Map<object, Set<string>>();
  /** The inherited names with which each schema has been read. */
  private readonly read = new Map<object, Set<string>>();

  constructor(
    private readonly document: OpenApiDocument,
    readonly direction: OneWay,
  ) {}

  /** Reads a schema and all that it reaches. @returns whether anything in it is exempt */
  isIn(start: Schema): boolean {
    const waiting: [Schema, ReadonlySet<string>][] = [[start, none]];
    const seen = new Set<object>();
    let found = false;
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [given, inherited] = next;
      const schema = followSchema(this.document, given);
      if (!schema) continue;
      const names = new Set([...inherited, ...this.namesIn(schema)]);
      const isKnown = seen.has(schema) && [...names].every((name) => this.read.get(schema)?.has(name));
      if (isKnown) continue;
      seen.add(schema);
      this.read.set(schema, new Set([...(this.read.get(schema) ?? none), ...names]));
      found = this.note(schema, names) || found;
      for (const keyword of combining)
        for (const part of listOf(schema[keyword])) waiting.push([part, names]);
      for (const inner of innerSchemas(schema)) waiting.push([inner, none]);
    }
    return found;
  }

  /** The names that a schema object requires in vain; undefined where there are none. */
  exemptIn(schema: object): ReadonlySet<string> | undefined {
    return this.exempt.get(schema);
  }

  private note(schema: SchemaObject, names: ReadonlySet<string>): boolean {
    const exempt = listOf(schema.required).filter((name) => names.has(name));
    if (exempt.length === 0) return false;
    this.exempt.set(schema, new Set([...(this.exempt.get(schema) ?? none), ...exempt]));
    return true;
  }

  /** The properties of the other direction, those of combined schemas included. */
  private namesIn(schema: SchemaObject): string[] {
    return schemaParts(this.document, [schema])
      .flatMap(({ properties }) => Object.entries(Object(properties) as Record<string, Schema>))
      .flatMap(([name, property]) => (this.isOneWay(property) ? [name] : []));
  }

  /** Some documents write a property as `allOf` of what it refers to. */
  private isOneWay(property: Schema, depth = 0): boolean {
    if (typeof property !== 'object' || depth > 8) return false;
    const target = followSchema(this.document, property);
    return (
      property[this.direction] === true ||
      target?.[this.direction] === true ||
      listOf(target?.allOf).some((part) => this.isOneWay(part, depth + 1))
    );
  }
}

function innerSchemas({ properties, items, additionalProperties, ...rest }: SchemaObject): Schema[] {
  const prefixed = listOf(rest.prefixItems as Schema[] | undefined);
  const named = Object.values(Object(properties) as Record<string, Schema>);
  return [...named, ...prefixed, items, additionalProperties as Schema | undefined].filter(
    (one) => one !== undefined,
  );
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}
