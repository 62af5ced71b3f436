/**
 * Makes values that a schema of JSON Schema 2020-12 accepts. What the schema says is merged into a shape, a value is made of
 * it from its type down, and where the shape can't say everything the value is evaluated and made again: with other branches
 * of unions, with less or more of what is optional. The same schema, seed and wishes always give the same value.
 */
import { makeArray } from './make-array.js';
import { makeNumber } from './make-number.js';
import { makeObject } from './make-object.js';
import { makeText } from './make-text.js';
import { nothing } from './maker.js';
import type { At, Extent, Made, Maker } from './maker.js';
import { Choices } from './schema/choices.js';
import type { JsonType } from './schema/json-values.js';
import { SchemaEvaluator } from './schema/schema-evaluator.js';
import type { Direction } from './schema/schema-evaluator.js';
import { SchemaPlaces } from './schema/schema-places.js';
import type { Place } from './schema/schema-places.js';
import type { Shape } from './schema/shape.js';
import { Shapes } from './schema/shape-of.js';

/** What one value should be like. */
export interface Wish {
  /** A source of numbers from 0 up to but not 1. */
  readonly random: () => number;
  /** What the value should say, as far as the schema accepts it. */
  readonly given?: unknown;
  /** Whether examples and defaults of schemas are taken: those that are accepted, all, or none. */
  readonly examples: 'accepted' | 'all' | 'none';
  /** Says what a property should say; undefined leaves it to the schema. Taken only where it is accepted. */
  readonly suggest?: (name: string, at: At, values: readonly unknown[] | undefined) => unknown;
}

export interface GeneratedValue {
  readonly value: unknown;
  /** Whether the schema accepts it; a schema may accept nothing, or take too long to satisfy. */
  readonly isAccepted: boolean;
}

/** About how many values an answer has, and how many are made at most in search of one. */
const usualValues = 250;
const mostValues = 30_000;
/** Levels below which only the flattest values are made. */
const mostLevels = 7;
const endLevel = 60;
const mostTurns = 12;

export class ValueGenerator {
  private readonly places: SchemaPlaces;
  private readonly evaluator: SchemaEvaluator;
  private readonly shapes: Shapes;

  /**
   * @param root the document that holds the schemas, or a schema that stands alone
   * @param direction of the bodies that are made; undefined for plain JSON Schema
   */
  constructor(root: unknown, direction?: Direction) {
    this.places = new SchemaPlaces(root);
    this.evaluator = new SchemaEvaluator(this.places, direction);
    this.shapes = new Shapes(this.places);
  }

  /** Whether the schema at a JSON pointer accepts a value. */
  accepts(pointer: string, value: unknown): boolean {
    return this.evaluator.accepts(this.places.at(pointer), value);
  }

  /** Makes a value of the schema at a JSON pointer. */
  generate(pointer: string, wish: Wish): GeneratedValue {
    const place = this.places.at(pointer);
    const at: At = { name: '', depth: 0, room: usualValues, ordinal: 0, given: wish.given };
    const value = new Generation(this.evaluator, this.shapes, wish, false).make([place], at);
    if (value !== nothing) return { value, isAccepted: this.evaluator.accepts(place, value) };
    const near = new Generation(this.evaluator, this.shapes, wish, true).make([place], { ...at, given: undefined });
    return { value: near ?? null, isAccepted: near !== nothing && this.evaluator.accepts(place, near) };
  }
}

/** The making of one value. */
class Generation implements Maker {
  readonly random: () => number;
  private left = mostValues;

  /** @param isLenient whether a value that is not accepted is better than none */
  constructor(
    private readonly evaluator: SchemaEvaluator,
    private readonly shapes: Shapes,
    private readonly wish: Wish,
    private readonly isLenient: boolean,
  ) {
    this.random = wish.random;
  }

  accepts(place: Place, value: unknown): boolean {
    return this.evaluator.accepts(place, value);
  }

  matches(pattern: string, text: string): boolean {
    return this.evaluator.matches(pattern, text);
  }

  hasFormat(format: string, value: unknown): boolean {
    return this.evaluator.hasFormat(format, value);
  }

  leavesOut(place: Place): boolean {
    return this.evaluator.leavesOut(place);
  }

  make(places: readonly Place[], at: At): Made {
    this.left -= 1;
    if (this.left < 0 || at.depth > endLevel) return nothing;
    if (at.given !== undefined && this.allAccept(places, at.given)) return at.given;
    const isDeep = at.depth > mostLevels || at.room < 0.05;
    let combinations = 1;
    let near: Made = nothing;
    for (const extent of extentsOf(isDeep)) {
      for (let turn = 0; turn < Math.min(combinations, mostTurns); turn += 1) {
        const choices = new Choices(turn);
        const shape = this.shapes.of(places, choices, isDeep);
        if (turn === 0) combinations = choices.combinations;
        const value = this.ofShape(places, shape, at, extent, isDeep);
        if (value === nothing) continue;
        if (!shape.mustBeEvaluated || this.allAccept(places, value)) return value;
        near = value;
        if (this.left < 0) break;
      }
      // Where nothing is a matter of choice or chance, another try makes the same.
      if (near === nothing && combinations === 1 && extent === 'mixed') break;
    }
    return this.isLenient ? near : nothing;
  }

  private allAccept(places: readonly Place[], value: unknown): boolean {
    return places.every((place) => this.evaluator.accepts(place, value));
  }

  private ofShape(places: readonly Place[], shape: Shape, at: At, extent: Extent, isDeep: boolean): Made {
    if (shape.isImpossible) return nothing;
    const accepted = (value: unknown): boolean => value !== undefined && this.allAccept(places, value);
    const suggested = this.wish.suggest?.(at.name, at, shape.values);
    if (accepted(suggested)) return suggested;
    if (extent === 'full' && at.given === undefined && this.wish.examples !== 'none') {
      const [first] = shape.given;
      if (this.wish.examples === 'all' && first !== undefined) return first;
      const example = shape.given.find(accepted);
      if (example !== undefined) return example;
    }
    const values = shape.possibleValues();
    if (values) return this.oneOfValues(values, at, accepted);
    return this.ofType(shape, this.typeFor(shape, extent, isDeep), at, extent);
  }

  /** One of a list that is accepted, null last; items of a list get different ones. */
  private oneOfValues(values: readonly unknown[], at: At, accepted: (value: unknown) => boolean): Made {
    const known = values.filter((value) => value !== null);
    const start = at.depth === 0 ? 0 : Math.floor(this.random() * Math.max(1, known.length)) + at.ordinal;
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
        return makeText(this, shape, at);
      case 'number':
      case 'integer':
        return makeNumber(this, shape, at, type === 'integer' || !shape.types.includes('number'));
      case 'boolean':
        return extent === 'mixed' ? this.random() < 0.5 : this.random() < 0.7;
      default:
        return null;
    }
  }
}

const usualExtents: readonly Extent[] = ['full', 'bare', 'mixed', 'mixed', 'mixed', 'mixed'];
const flatExtents: readonly Extent[] = ['bare', 'mixed', 'mixed'];

function extentsOf(isDeep: boolean): readonly Extent[] {
  return isDeep ? flatExtents : usualExtents;
}

