import type { Schema, SchemaObject } from '../../contract/openapi.js';
import { isObject } from '../../contract/schema/json-equal.js';
import { isSchemaObject, schemasIn, valuesIn, type JsonObject } from './json-values.js';
import { SchemaHeights } from './schema-heights.js';
import type { SchemaPlace, SchemaPlaces, Scope } from './schema-places.js';
import { Shape } from './shape.js';

/** Shapes that are kept of each kind: those of some hundred operations. */
const maxKept = 3_000;
const maxParts = 500;
const maxNested = 60;

/** Merges schemas that hold together into a shape: references followed, every `allOf` merged, a branch of each union taken. */
export class Shapes {
  private readonly heights: SchemaHeights;
  private readonly firsts = new Map<Schema, FirstShape>();
  private readonly flattest = new Map<Schema, FirstShape>();

  constructor(private readonly places: SchemaPlaces) {
    this.heights = new SchemaHeights(places);
  }

  /**
   * The shape with the first branch of each union, and how many combinations of branches there are. It is kept for schemas
   * that mean the same wherever they are referred to.
   *
   * @param isDeep whether the value stands so deep that the flattest branches come first
   */
  first(places: readonly SchemaPlace[], isDeep: boolean): FirstShape {
    const [place] = places;
    const kept = isDeep ? this.flattest : this.firsts;
    const isKept = places.length === 1 && place !== undefined && place.scope.outer === undefined;
    const known = isKept ? kept.get(place.schema) : undefined;
    if (known) return known;
    const choices = new Choices(0);
    const made = { shape: this.of(places, choices, isDeep), combinations: choices.combinations };
    if (kept.size >= maxKept) kept.clear();
    if (isKept && typeof place.schema === 'object') kept.set(place.schema, made);
    return made;
  }

  of(places: readonly SchemaPlace[], choices: Choices, isDeep: boolean): Shape {
    const shape = new Shape();
    const merging = new Merging(shape, this.places, this.heights, choices, isDeep);
    for (const place of places) merging.add(place, 0);
    merging.finish();
    return shape;
  }
}

/**
 * The choices that are open where a value is made: which branch of a union it takes. Turn by turn every combination comes,
 * beginning with the first branch of each.
 */
export class Choices {
  /** Number of combinations, as far as they were asked for. */
  combinations = 1;
  private left: number;

  constructor(turn: number) {
    this.left = turn;
  }

  /** The index of the branch to take. */
  take(count: number): number {
    const index = this.left % count;
    this.left = Math.floor(this.left / count);
    this.combinations = Math.min(this.combinations * count, 1_000_000);
    return index;
  }
}

interface FirstShape {
  readonly shape: Shape;
  readonly combinations: number;
}

/** A discriminator, and the component that it should name. */
interface Kind {
  readonly discriminator: JsonObject;
  readonly reference: string;
  readonly scope: Scope;
  /** True if the union has the discriminator, or what its branches derive from. */
  readonly isOfUnion: boolean;
}

class Merging {
  private readonly seen = new Set<Schema>();
  /** The reference to the component that the value is: the first one, or that of the branch taken last. */
  private derived: string | undefined;
  private readonly kinds: Kind[] = [];

  constructor(
    private readonly shape: Shape,
    private readonly places: SchemaPlaces,
    private readonly heights: SchemaHeights,
    private readonly choices: Choices,
    private readonly isDeep: boolean,
  ) {}

  /** Says what can be said only when everything else is known. */
  finish(): void {
    for (const kind of this.kinds) this.nameKind(kind);
  }

  add(place: SchemaPlace, depth: number): void {
    const { schema } = place;
    const { shape } = this;
    if (schema === false) shape.isImpossible = true;
    if (!isSchemaObject(schema) || this.seen.has(schema)) return;
    if (this.seen.size > maxParts || depth > maxNested) return;
    this.seen.add(schema);
    shape.add(schema, (inner) => this.places.inside(place, inner));
    this.addReferences(place, schema, depth + 1);
    for (const part of schemasIn(schema.allOf)) this.add(this.places.inside(place, part), depth + 1);
    this.addUnions(place, schema, depth + 1);
    this.addConditions(place, schema, depth + 1);
    const isUnion = schema.oneOf !== undefined || schema.anyOf !== undefined;
    if (!isUnion && this.derived !== undefined) this.noteKind(schema, this.derived, place.scope, false);
    if (mustBeEvaluated(schema)) shape.mustBeEvaluated = true;
  }

  private addReferences({ scope }: SchemaPlace, { $ref, $dynamicRef }: SchemaObject, depth: number): void {
    if (typeof $ref === 'string') {
      const target = this.places.follow($ref, scope);
      this.derived ??= $ref;
      this.shape.component ??= $ref.split('/').at(-1);
      if (target) this.add(target, depth);
    }
    const dynamic =
      typeof $dynamicRef === 'string' ? this.places.followDynamic($dynamicRef, scope) : undefined;
    if (dynamic) this.add(dynamic, depth);
  }

  private addUnions(place: SchemaPlace, schema: SchemaObject, depth: number): void {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const branches = schemasIn(schema[keyword]).map((branch) => this.places.inside(place, branch));
      if (branches.length === 0) continue;
      const ordered = this.ordered(branches);
      const branch = ordered[this.choices.take(ordered.length)];
      if (!branch) continue;
      if (keyword === 'oneOf') this.shape.rivals.push(...ordered.filter((other) => other !== branch));
      const reference = isSchemaObject(branch.schema) ? branch.schema.$ref : undefined;
      if (reference !== undefined) {
        this.derived = reference;
        this.noteKind(schema, reference, branch.scope, true);
      }
      this.add(branch, depth);
    }
  }

  private noteKind(
    { discriminator }: SchemaObject,
    reference: string,
    scope: Scope,
    isOfUnion: boolean,
  ): void {
    if (isObject(discriminator)) this.kinds.push({ discriminator, reference, scope, isOfUnion });
  }

  /** The branches as they are tried: as written, but null last; the flattest first where the value stands deep. */
  private ordered(branches: readonly SchemaPlace[]): readonly SchemaPlace[] {
    if (this.isDeep) {
      const heights = new Map(branches.map((branch) => [branch, this.heights.of(branch)]));
      return [...branches].sort((a, b) => (heights.get(a) ?? 0) - (heights.get(b) ?? 0));
    }
    const isNull = ({ schema }: SchemaPlace): boolean => typeof schema === 'object' && schema.type === 'null';
    return [...branches.filter((branch) => !isNull(branch)), ...branches.filter(isNull)];
  }

  /**
   * The property of a discriminator names the branch that was taken, or the component that derives from the one with the
   * discriminator (OpenAPI 3.1.1, Discriminator Object); where the schemas want something else there, they are right.
   */
  private nameKind({ discriminator: { propertyName, mapping }, reference, scope, isOfUnion }: Kind): void {
    if (typeof propertyName !== 'string') return;
    const name = reference.split('/').at(-1) ?? reference;
    const mapped = Object.entries(Object(mapping) as Record<string, string>).find(
      ([, target]) => target === reference || target === name,
    );
    // One that the mapping does not lead to is only what the others derive from.
    if (!mapped && isObject(mapping) && !isOfUnion) return;
    const kind = mapped?.[0] ?? name;
    const known = this.shape.properties.get(propertyName) ?? [];
    if (known.length === 0 && this.shape.closures.length > 0) return;
    if (!known.every((place) => this.heights.admitsValue(place, kind))) return;
    this.shape.properties.set(propertyName, [{ schema: { const: kind }, scope }, ...known]);
  }

  private addConditions(place: SchemaPlace, schema: SchemaObject, depth: number): void {
    const inside = (part: unknown): SchemaPlace => this.places.inside(place, part as Schema);
    if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
      const holds = this.choices.take(2) === 0;
      if (holds) this.add(inside(schema.if), depth);
      const next = holds ? schema.then : schema.else;
      if (next !== undefined) this.add(inside(next), depth);
    }
    const dependent = Object.entries(Object(schema.dependentSchemas) as Record<string, Schema>);
    for (const [name, part] of dependent) {
      if (this.choices.take(2) === 0) this.add(inside(part), depth);
      else this.shape.forbidden.add(name);
    }
    this.addExclusion(schema.not);
  }

  /** `not: {required: [name]}` rules out a property. */
  private addExclusion(not: unknown): void {
    if (!isObject(not)) return;
    const [name, ...others] = valuesIn(not.required);
    const isOfNames = Object.keys(not).every((key) => key === 'required' || key === 'type');
    if (isOfNames && typeof name === 'string' && others.length === 0) this.shape.forbidden.add(name);
    for (const branch of valuesIn(not.anyOf)) this.addExclusion(branch);
  }
}

/** Keywords that a value made of the shape may break; all others hold by the way it is made, `oneOf` but for its rivals. */
const evaluated = [
  'not',
  'if',
  'contains',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentSchemas',
  '$dynamicRef',
];

function mustBeEvaluated(schema: SchemaObject): boolean {
  return evaluated.some((keyword) => schema[keyword] !== undefined);
}
