import { toPointer, valueAt } from '../json-pointer.js';
import type { DocumentNode } from './walk-document.js';

/**
 * Members of `allOf` that are each closed (`additionalProperties: false`) reject one another's properties, so that hardly a value
 * satisfies them. Their author meant one closed object with the properties of all. Here such a schema is rewritten that way, in place,
 * before anything validates or generates: the members are opened, and the schema around them is closed.
 */
export class ClosedMembers {
  private readonly found: { readonly schema: Fields; readonly pointer: string }[] = [];
  private readonly done = new Set<Fields>();
  private readonly changed = new Set<Fields>();

  constructor(private readonly document: unknown) {}

  visit({ value, path, kind }: DocumentNode): void {
    if (kind === 'schema' && Array.isArray(value.allOf))
      this.found.push({ schema: value, pointer: toPointer(path) });
  }

  /** Rewrites the schemas that were visited. @returns the pointers of those that changed */
  join(): string[] {
    for (const { schema } of this.found) this.joinOne(schema, 0);
    return this.found.filter(({ schema }) => this.changed.has(schema)).map(({ pointer }) => pointer);
  }

  /** Members first: a schema that is joined is closed itself. */
  private joinOne(schema: Fields, depth: number): void {
    if (this.done.has(schema) || depth > maxDepth) return;
    this.done.add(schema);
    const members = membersOf(schema);
    for (const member of members) this.joinOne(this.target(member), depth + 1);
    const known = this.namesOf(schema, 0);
    const rejects = (one: Fields): boolean => isClosedTo(one, known.names);
    if (!members.some((member) => this.has(member, rejects)) && !rejects(schema)) return;
    this.changed.add(schema);
    schema.allOf = members.map((member) => this.opened(member, 0));
    delete schema.additionalProperties;
    delete schema.unevaluatedProperties;
    if (!known.areAll) return;
    const named = Object.fromEntries([...known.names].map((name) => [name, known.oneWay.get(name) ?? {}]));
    schema.properties = { ...named, ...Object(schema.properties) };
    schema.additionalProperties = false;
  }

  /** The schema behind references. */
  private target(schema: Fields): Fields {
    let target = schema;
    for (let hops = 0; typeof target.$ref === 'string' && hops < maxDepth; hops += 1)
      target = Object(this.at(target.$ref)) as Fields;
    return target;
  }

  private at(reference: string): unknown {
    return /^#(\/|$)/.test(reference) ? valueAt(this.document, reference) : undefined;
  }

  /** The properties that a schema names or requires, beside its `$ref` and in its `allOf` too. */
  private namesOf(schema: Fields, depth: number): KnownNames {
    if (depth > maxDepth) return { names: new Set(), oneWay: new Map(), areAll: false };
    const parts = membersOf(schema);
    const target = this.target(schema);
    if (target !== schema) parts.push(target);
    const inside = parts.map((part) => this.namesOf(part, depth + 1));
    const hasMore = openKeywords.some((keyword) => keyword in schema);
    const isOpen = typeof schema.additionalProperties === 'object';
    const own = Object.entries(Object(schema.properties) as Record<string, Fields>);
    return {
      names: new Set([
        ...own.map(([name]) => name),
        ...requiredNames(schema),
        ...inside.flatMap((part) => [...part.names]),
      ]),
      oneWay: new Map([
        ...inside.flatMap((part) => [...part.oneWay]),
        ...own.flatMap(([name, property]) => this.oneWayOf(name, property)),
      ]),
      areAll: !hasMore && !isOpen && inside.every(({ areAll }) => areAll),
    };
  }

  /** A property with its direction alone: `required` is read with it (OpenAPI 3.0, Schema Object). */
  private oneWayOf(name: string, property: Fields): [string, Fields][] {
    const { readOnly, writeOnly } = { ...this.target(Object(property) as Fields), ...property };
    const kept = { ...(readOnly === true && { readOnly }), ...(writeOnly === true && { writeOnly }) };
    return Object.keys(kept).length === 0 ? [] : [[name, kept]];
  }

  /** Tells whether a member, what it refers to, or a member of its own passes a test. */
  private has(member: Fields, test: (schema: Fields) => boolean, depth = 0): boolean {
    if (depth > maxDepth) return false;
    const target = this.target(member);
    const parts = [...(target === member ? [] : [target]), ...membersOf(member)];
    return test(member) || parts.some((part) => this.has(part, test, depth + 1));
  }

  /** A copy that accepts more properties; what stands inside is shared with the original. */
  private opened(member: Fields, depth: number): Fields {
    if (depth > maxDepth || !this.has(member, isClosedItself)) return member;
    const { $ref, additionalProperties, unevaluatedProperties, ...rest } = member;
    const kept: Fields = {
      ...rest,
      ...(additionalProperties === false ? {} : defined({ additionalProperties })),
      ...(unevaluatedProperties === false ? {} : defined({ unevaluatedProperties })),
    };
    const parts = membersOf(member);
    if (parts.length > 0) kept.allOf = parts.map((part) => this.opened(part, depth + 1));
    if ($ref === undefined) return kept;
    const target = this.opened(this.target(member), depth + 1);
    if (Object.keys(kept).length === 0) return target;
    return { ...kept, allOf: [target, ...membersOf(kept)] };
  }
}

type Fields = Record<string, unknown>;

interface KnownNames {
  readonly names: ReadonlySet<string>;
  /** `readOnly` and `writeOnly` of those that say it. */
  readonly oneWay: ReadonlyMap<string, Fields>;
  /** False where the schema may name more, in a union for example. */
  readonly areAll: boolean;
}

/** `allOf` and references in one another. */
const maxDepth = 20;

const openKeywords = ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'patternProperties', '$dynamicRef'];

/** A name of the schema's own can't stand at two places, and patterns are not compared with names. */
const keepsClosed = ['$id', '$anchor', '$dynamicAnchor', 'patternProperties'];

function isClosedItself(schema: Fields): boolean {
  const isClosed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
  return isClosed && !keepsClosed.some((keyword) => keyword in schema);
}

function isClosedTo(schema: Fields, names: ReadonlySet<string>): boolean {
  if (!isClosedItself(schema)) return false;
  // It knows what is evaluated beside it.
  if (schema.additionalProperties !== false && membersOf(schema).length > 0) return false;
  return [...names].some((name) => !Object.hasOwn(Object(schema.properties) as object, name));
}

function requiredNames({ required }: Fields): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function membersOf({ allOf }: Fields): Fields[] {
  return Array.isArray(allOf) ? allOf.map((member: unknown) => Object(member) as Fields) : [];
}

function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
