import { getOrMake } from '../../contract/get-or-make.js';
import { pointersOf } from '../../contract/document/walk-document.js';
import { toPointer } from '../../contract/json-pointer.js';
import type { OpenApiDocument, SchemaObject } from '../../contract/openapi.js';
import { SchemaPlaces, type SchemaPlace } from '../../values/schema/schema-places.js';
import { isSchemaObject } from '../../values/schema/json-values.js';
import { MergedSchema, type Subtypes, type Together } from './merged-schema.js';

/** One of the two documents, as a comparer reads it. */
export class SchemaSide {
  readonly places: SchemaPlaces;
  private pointers: Map<object, string> | undefined;
  private readonly merged = new Map<string, MergedSchema>();
  private readonly numbers = new Map<object, number>();
  private subtypes: Map<SchemaObject, Map<SchemaObject, SchemaPlace>> | undefined;
  /** Schemas without their parts, by the whole ones. */
  private readonly bare = new Map<object, SchemaObject>();
  /** What stands in the document, by what was made of it. */
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
    const make = (): MergedSchema =>
      new MergedSchema(
        this.places,
        together,
        (schema) => this.withoutParts(schema),
        (base) => this.subtypesOf(base),
      );
    return getOrMake(this.merged, this.keyOf(together), make);
  }

  /** The components that extend a schema with a discriminator by `allOf`, themselves or through another. */
  private subtypesOf(base: SchemaObject): Subtypes {
    this.subtypes ??= this.findSubtypes();
    return this.subtypes.get(base) ?? new Map<SchemaObject, SchemaPlace>();
  }

  private findSubtypes() {
    const found = new Map<SchemaObject, Map<SchemaObject, SchemaPlace>>();
    for (const [name, schema] of Object.entries(this.document.components?.schemas ?? {})) {
      if (!isSchemaObject(schema) || schema.allOf === undefined) continue;
      const pointer = toPointer(['components', 'schemas', name]);
      for (const base of this.merge([this.places.at(pointer)]).objects) {
        if (base === schema || base.discriminator === undefined) continue;
        // Of its own for each base, which may give it another tag.
        const reference: SchemaObject = { $ref: `#${pointer}` };
        this.wholes.set(reference, schema);
        const subtypes = found.get(base) ?? new Map<SchemaObject, SchemaPlace>();
        found.set(base, subtypes.set(schema, this.places.inside(this.places.at(''), reference)));
      }
    }
    return found;
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
    return getOrMake(this.numbers, schema, () => this.numbers.size);
  }
}
