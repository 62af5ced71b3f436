import type { Schema } from '../../contract/openapi.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { isSchemaObject, namesIn, schemasIn } from './json-values.js';
import type { SchemaPlace, SchemaPlaces } from './schema-places.js';

const maxNested = 40;
const maxSteps = 5_000;

/** The depth of the flattest value of a schema: 0 for a number, more for an object that requires others, 40 for an endless one. */
export class SchemaHeights {
  private readonly known = new Map<Schema, number>();
  private steps = 0;

  constructor(private readonly places: SchemaPlaces) {}

  of(place: SchemaPlace): number {
    const known = this.known.get(place.schema);
    if (known !== undefined) return known;
    this.steps = 0;
    const height = this.measure(place, 0, new Set());
    this.known.set(place.schema, height);
    return height;
  }

  /** Returns whether the constants of a schema allow a value. */
  admitsValue(place: SchemaPlace, value: string, depth = 0): boolean {
    const { schema, scope } = place;
    if (!isSchemaObject(schema) || depth > maxNested) return true;
    if (schema.const !== undefined && schema.const !== value) return false;
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
    const target = typeof schema.$ref === 'string' ? this.places.follow(schema.$ref, scope) : undefined;
    const parts = schemasIn(schema.allOf).map((part) => this.places.inside(place, part));
    return [...(target ? [target] : []), ...parts].every((part) => this.admitsValue(part, value, depth + 1));
  }

  private measure(place: SchemaPlace, depth: number, above: ReadonlySet<Schema>): number {
    const { schema, scope } = place;
    this.steps += 1;
    if (!isSchemaObject(schema)) return 0;
    if (depth > maxNested || above.has(schema) || this.steps > maxSteps) return maxNested;
    const inside = new Set([...above, schema]);
    const heightOf = (part: Schema): number =>
      this.measure(this.places.inside(place, part), depth + 1, inside);
    const target = typeof schema.$ref === 'string' ? this.places.follow(schema.$ref, scope) : undefined;
    const heights = [target ? this.measure(target, depth + 1, inside) : 0];
    heights.push(...schemasIn(schema.allOf).map(heightOf));
    for (const union of [schemasIn(schema.oneOf), schemasIn(schema.anyOf)])
      if (union.length > 0) heights.push(Math.min(...union.map(heightOf)));
    if (Array.isArray(schema.type) && schema.type.includes('null')) return Math.max(...heights);
    for (const name of namesIn(schema.required)) {
      const property = isObject(schema.properties) ? schema.properties[name] : undefined;
      heights.push(1 + (property === undefined ? 0 : heightOf(property)));
    }
    if (schema.items !== undefined && !Array.isArray(schema.items) && (schema.minItems ?? 0) > 0)
      heights.push(1 + heightOf(schema.items));
    return Math.min(maxNested, Math.max(...heights));
  }
}
