import { getOrMake } from '../../contract/get-or-make.js';
import type { OpenApiDocument, Schema, SchemaObject } from '../../contract/openapi.js';
import { schemaParts } from '../../contract/schema/resolve-schema.js';

/** Schemas that a union may be made of. */
const maxParts = 200;

/**
 * The text form of a schema's values: whether they may be arrays, objects or single values. A union may be
 * all of them, and every branch counts.
 */
export class TextShape {
  /** The schema's branches, without `$ref` and unions. */
  private readonly parts: readonly SchemaObject[];
  private names: ReadonlySet<string> | undefined;
  private readonly known = new Map<string, TextShape>();

  constructor(
    private readonly document: OpenApiDocument,
    schemas: readonly (Schema | undefined)[],
  ) {
    this.parts = schemaParts(document, schemas, maxParts);
  }

  get mayBeArray(): boolean {
    return this.parts.some(
      ({ type, items }) => isType(type, 'array') || (type === undefined && items !== undefined),
    );
  }

  get mayBeObject(): boolean {
    return this.parts.some(
      ({ type, properties }) => isType(type, 'object') || (type === undefined && properties !== undefined),
    );
  }

  /** True if a value may be a text, a number or a boolean. */
  get mayBeSingle(): boolean {
    const isUntyped = !this.mayBeArray && !this.mayBeObject;
    return (
      isUntyped ||
      this.parts.some(({ type }) =>
        ['string', 'number', 'integer', 'boolean'].some((one) => isType(type, one)),
      )
    );
  }

  /** True if an object may have names that it doesn't list. */
  get isOpen(): boolean {
    return !this.parts.some(({ additionalProperties }) => additionalProperties === false);
  }

  get propertyNames(): ReadonlySet<string> {
    this.names ??= new Set(this.parts.flatMap(({ properties }) => Object.keys(Object(properties) as object)));
    return this.names;
  }

  property(name: string): TextShape {
    const key = this.propertyNames.has(name) ? `.${name}` : '';
    return this.inner(key, ({ properties, additionalProperties }) =>
      properties && Object.hasOwn(properties, name)
        ? properties[name]
        : (additionalProperties as Schema | undefined),
    );
  }

  get items(): TextShape {
    return this.inner('items', ({ items }) => items);
  }

  /** Shapes within this one are made once: a form of a megabyte has many fields. */
  private inner(key: string, schemaOf: (part: SchemaObject) => Schema | undefined): TextShape {
    return getOrMake(this.known, key, () => new TextShape(this.document, this.parts.map(schemaOf)));
  }
}

function isType(type: unknown, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}
