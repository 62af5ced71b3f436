import { pointersOf } from '../../contract/document/walk-document.js';
import type { OpenApiDocument, SchemaObject } from '../../contract/openapi.js';
import { SchemaPlaces } from '../../values/schema/schema-places.js';
import { MergedSchema, type Together } from './merged-schema.js';

/** One of the two documents, as a comparer reads it. */
export class SchemaSide {
  readonly places: SchemaPlaces;
  private pointers: Map<object, string> | undefined;
  private readonly merged = new Map<string, MergedSchema>();
  private readonly numbers = new Map<object, number>();
  /** Schemas without their parts, by the whole ones, and the other way round. */
  private readonly bare = new Map<object, SchemaObject>();
  private readonly wholes = new Map<object, SchemaObject>();

  constructor(readonly document: OpenApiDocument) {
    this.places = new SchemaPlaces(document);
  }

  /** JSON pointer of an object of the document. */
  pointerOf(object: SchemaObject | undefined, keyword?: string): string | undefined {
    if (object === undefined) return undefined;
    this.pointers ??= pointersOf(this.document);
    const pointer = this.pointers.get(this.wholes.get(object) ?? object);
    return pointer !== undefined && keyword !== undefined && keyword in object
      ? `${pointer}/${keyword}`
      : pointer;
  }

  merge(together: Together): MergedSchema {
    const key = this.keyOf(together);
    const known = this.merged.get(key);
    if (known) return known;
    const merged = new MergedSchema(this.places, together, (schema) => this.withoutParts(schema));
    this.merged.set(key, merged);
    return merged;
  }

  /** A schema's own keywords, as an object that is the same each time. */
  private withoutParts(schema: SchemaObject): SchemaObject {
    const known = this.bare.get(schema);
    if (known) return known;
    const { $ref: _ref, allOf: _allOf, oneOf: _oneOf, anyOf: _anyOf, ...own } = schema;
    this.bare.set(schema, own);
    this.wholes.set(own, schema);
    return own;
  }

  /** The same for the same schemas. */
  keyOf(together: Together): string {
    return together
      .map(({ schema }) => (typeof schema === 'boolean' ? String(schema) : this.numberOf(schema)))
      .join('+');
  }

  private numberOf(schema: object): number {
    const number = this.numbers.get(schema) ?? this.numbers.size;
    this.numbers.set(schema, number);
    return number;
  }
}
