/**
 * Makes values that a schema of JSON Schema 2020-12 accepts. What the schema says is merged into a shape, a value is made of
 * it from its type down, and where the shape can't say everything the value is evaluated and made again: with other branches
 * of unions, with less or more of what is optional. The same schema, seed and wishes always give the same value.
 */
import { PatternWork } from '../contract/patterns/pattern-work.js';
import type { Random } from '../contract/seeded-random.js';
import { makeArray } from './make-array.js';
import { makeNumber } from './make-number.js';
import { makeObject } from './make-object.js';
import { makeText } from './make-text.js';
import { nothing, type At, type Extent, type Fullness, type Made, type Maker } from './maker.js';
import { apartFromRivals } from './apart-from-rivals.js';
import type { JsonType } from './schema/json-values.js';
import { SchemaEvaluator, type Direction } from './schema/schema-evaluator.js';
import { SchemaPlaces, type SchemaPlace } from './schema/schema-places.js';
import type { Shape } from './schema/shape.js';
import { Choices, Shapes } from './schema/shape-of.js';

/** The wanted properties of one value. */
export interface Wish {
  readonly random: Random;
  /** Asks for a value at the edges of its schema; undefined for a believable one. */
  readonly fullness?: Fullness | undefined;
  /** The wanted value, kept as far as the schema accepts it. */
  readonly given?: unknown;
  /**
   * The examples and defaults of schemas that are taken: those that are accepted, those of them that are no object or list, all, or none.
   */
  readonly examples: 'accepted' | 'plain' | 'all' | 'none';
  /** Says what a property should say; undefined leaves it to the schema. Taken only where it is accepted. */
  readonly suggest?: (at: At, shape: Shape) => unknown;
  /** Which optional properties are made; default: as many as there is room for. */
  readonly wants?: (name: string) => boolean;
}

/** About how many values an answer has, and how many are made at most in search of one. */
const usualValues = 250;
const maxValues = 12_000;
/** Levels below which only the flattest values are made. */
const maxLevels = 7;
const endLevel = 60;
const maxTurns = 12;
/** Combinations of branches that are searched for one that admits a value. */
const maxBranches = 200;

export class ValueGenerator {
  readonly places: SchemaPlaces;
  private readonly evaluator: SchemaEvaluator;
  private readonly shapes: Shapes;

  /**
   * @param root the document that holds the schemas, or a schema that stands alone
   * @param direction of the bodies that are made; undefined for plain JSON Schema
   * @param work the budget of the patterns, that of a document's validators where it has one; a value that spends it is not proven
   */
  constructor(
    root: unknown,
    direction?: Direction,
    private readonly work = new PatternWork(),
  ) {
    this.places = new SchemaPlaces(root);
    this.evaluator = new SchemaEvaluator(this.places, direction, work);
    this.shapes = new Shapes(this.places);
  }

  /** Returns whether the schema at a JSON pointer accepts a value, or each of several schemas does. */
  accepts(at: string | readonly SchemaPlace[], value: unknown): boolean {
    this.work.enter();
    return this.placesOf(at).every((place) => this.evaluator.accepts(place, value));
  }

  private placesOf(at: string | readonly SchemaPlace[]): readonly SchemaPlace[] {
    return typeof at === 'string' ? [this.places.at(at)] : at;
  }

  /** Returns whether a property is left out of bodies of this direction: `writeOnly` of responses, `readOnly` of requests. */
  leavesOut(places: readonly SchemaPlace[]): boolean {
    return places.some((place) => this.evaluator.leavesOut(place));
  }

  /**
   * Returns whether the schema at a JSON pointer accepts nothing at all, as far as its shape shows.
   *
   * @param path leads to a part of its values that is asked about instead
   */
  isContradictory(pointer: string, path: readonly string[] = []): boolean {
    return this.admitsNothing([this.places.at(pointer)], path);
  }

  private admitsNothing(places: readonly SchemaPlace[], [name, ...rest]: readonly string[]): boolean {
    let combinations = 1;
    for (let turn = 0; turn < combinations; turn += 1) {
      const choices = new Choices(turn);
      const shape = this.shapes.of(places, choices, false);
      if (name === undefined && !shape.isContradictory) return false;
      if (name !== undefined) {
        const parts = shape.placesIn(name);
        if (parts.length === 0 || !this.admitsNothing(parts, rest)) return false;
      }
      combinations = Math.max(combinations, choices.combinations);
      if (combinations > maxBranches) return false;
    }
    return true;
  }

  /** The constraints of schemas together, the first branch of each union taken. */
  shapeOf(places: readonly SchemaPlace[]): Shape {
    return this.shapes.first(places, false).shape;
  }

  /**
   * Makes a value of the schema at a JSON pointer, or of several schemas together. Where they accept nothing, or take too long to
   * satisfy, the value is one that they nearly accept.
   *
   * @param name what the value is called, where it has a name
   */
  generate(from: string | readonly SchemaPlace[], wish: Wish, name = ''): unknown {
    this.work.enter();
    const places = this.placesOf(from);
    const at: At = { name, depth: 0, room: usualValues, ordinal: 0, given: wish.given, isListed: false };
    const value = new Generation(this.evaluator, this.shapes, wish, false).make(places, at);
    if (value !== nothing) return value;
    return new Generation(this.evaluator, this.shapes, wish, true).make(places, at) ?? null;
  }
}

/** The making of one value. */
class Generation implements Maker {
  readonly random: Random;
  readonly fullness: Fullness | undefined;
  /** In the order in which they are tried. */
  private readonly extents: readonly Extent[];
  private left = maxValues;

  /** @param isLenient whether a value that is not accepted is better than none */
  constructor(
    readonly evaluator: SchemaEvaluator,
    private readonly shapes: Shapes,
    private readonly wish: Wish,
    readonly isLenient: boolean,
  ) {
    this.random = wish.random;
    this.fullness = wish.fullness;
    this.extents = extents[wish.fullness ?? 'maximal'];
  }

  wants(name: string): boolean | undefined {
    return this.wish.wants?.(name);
  }

  make(places: readonly SchemaPlace[], at: At): Made {
    this.left -= 1;
    if (this.left < 0 || at.depth > endLevel) return nothing;
    if (at.given !== undefined && this.allAccept(places, at.given)) return at.given;
    const isDeep = at.depth > maxLevels || at.room < 0.05;
    let combinations = 1;
    let near: { readonly value: Made; readonly shape: Shape } | undefined;
    for (const extent of isDeep ? flatExtents : this.extents) {
      for (let turn = 0; turn < Math.min(combinations, maxTurns); turn += 1) {
        const first = turn === 0 ? this.shapes.first(places, isDeep) : undefined;
        if (first) combinations = first.combinations;
        const shape = first?.shape ?? this.shapes.of(places, new Choices(turn), isDeep);
        const value = this.ofShape(places, shape, at, extent, isDeep);
        if (value === nothing) continue;
        if (this.isAccepted(places, shape, value)) return value;
        near ??= { value, shape };
        if (this.left < 0) break;
      }
      if (this.left < 0) break;
    }
    const apart = near && apartFromRivals(this, this.shapes, near.shape, near.value);
    if (apart !== undefined && this.allAccept(places, apart)) return apart;
    return this.isLenient ? near?.value : nothing;
  }

  /** Returns whether what the shape can't say holds too. */
  private isAccepted(places: readonly SchemaPlace[], shape: Shape, value: unknown): boolean {
    if (shape.mustBeEvaluated) return this.allAccept(places, value);
    return !shape.rivals.some((rival) => this.evaluator.accepts(rival, value));
  }

  private allAccept(places: readonly SchemaPlace[], value: unknown): boolean {
    return places.every((place) => this.evaluator.accepts(place, value));
  }

  private ofShape(
    places: readonly SchemaPlace[],
    shape: Shape,
    at: At,
    extent: Extent,
    isDeep: boolean,
  ): Made {
    if (shape.isImpossible && !this.isLenient) return nothing;
    const accepted = (value: unknown): boolean => value !== undefined && this.allAccept(places, value);
    const suggested = this.wish.suggest?.(at, shape);
    if (accepted(suggested)) return suggested;
    const inside = suggested === undefined || at.given !== undefined ? at : { ...at, given: suggested };
    const isFirst = !isDeep && extent === this.extents[0];
    if (isFirst && at.given === undefined && this.wish.examples !== 'none') {
      const [first] = shape.given;
      if (this.wish.examples === 'all' && first !== undefined) return first;
      const isTaken = (value: unknown): boolean =>
        this.wish.examples !== 'plain' || typeof value !== 'object';
      const example = shape.given.find((value) => isTaken(value) && accepted(value));
      if (example !== undefined) return example;
    }
    const values = shape.possibleValues();
    if (values) {
      const value = this.oneOfValues(values, at, accepted);
      if (value !== nothing || !this.isLenient) return value;
    }
    return this.ofType(shape, this.typeFor(shape, extent, isDeep), inside, extent);
  }

  /** One of a list that is accepted, null last; items of a list get different ones. */
  private oneOfValues(values: readonly unknown[], at: At, accepted: (value: unknown) => boolean): Made {
    const known = values.filter((value) => value !== null);
    const isFirst = at.depth === 0 || this.fullness === 'minimal' || this.fullness === 'maximal';
    const start = at.ordinal + (isFirst ? 0 : Math.floor(this.random() * Math.max(1, known.length)));
    const rotated = known.map((_, index) => known[(start + index) % known.length]);
    return [...rotated, ...(known.length < values.length ? [null] : [])].find(accepted);
  }

  private typeFor(shape: Shape, extent: Extent, isDeep: boolean): JsonType {
    const meant = shape.meantType();
    if (isDeep && shape.types.includes('null') && (meant === 'object' || meant === 'array') && shape.isTyped)
      return 'null';
    if (extent !== 'mixed') return meant;
    // A schema that names no type may rule out the one that was meant.
    return shape.types[Math.floor(this.random() * shape.types.length)] ?? meant;
  }

  private ofType(shape: Shape, type: JsonType, at: At, extent: Extent): Made {
    switch (type) {
      case 'object':
        return makeObject(this, shape, at, extent);
      case 'array':
        return makeArray(this, shape, at, extent);
      case 'string':
        return makeText(this, shape, at) ?? (this.isLenient ? at.name : nothing);
      case 'number':
      case 'integer':
        return (
          makeNumber(this, shape, at, type === 'integer' || !shape.types.includes('number')) ??
          (this.isLenient ? 0 : nothing)
        );
      case 'boolean':
        return extent === 'mixed' ? this.random() < 0.5 : this.random() < 0.7;
      default:
        return null;
    }
  }
}

const extents: Readonly<Record<Fullness, readonly Extent[]>> = {
  minimal: ['bare', 'full', 'mixed', 'mixed', 'mixed', 'mixed'],
  maximal: ['full', 'bare', 'mixed', 'mixed', 'mixed', 'mixed'],
  random: ['mixed', 'full', 'bare', 'mixed', 'mixed', 'mixed'],
};
const flatExtents: readonly Extent[] = ['bare', 'mixed', 'mixed'];
