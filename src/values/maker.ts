import type { Random } from '../contract/seeded-random.js';
import type { SchemaEvaluator } from './schema/schema-evaluator.js';
import type { SchemaPlace } from './schema/schema-places.js';

/** A value, or `nothing` where none could be made; JSON has no `undefined`, so that can't be a value. */
export type Made = unknown;
export const nothing = undefined;

/** The position at which a value is made, and the facts that are known about it. */
export interface At {
  /** The property that it is of, or that its list is of; `''` at the top. */
  readonly name: string;
  readonly depth: number;
  /** About how many values it may have inside; less than one leaves only what is required. */
  readonly room: number;
  /** Which item of a list it is, from 0. */
  readonly ordinal: number;
  /** The wanted value, as far as its schema allows; undefined for none. */
  readonly given: unknown;
  /** True if it stands in an item of a list. */
  readonly isListed: boolean;
}

/** The optional parts that an object or array gets: all, none, or some by chance. */
export type Extent = 'full' | 'bare' | 'mixed';

/**
 * A value at the edges of its schema, in place of a believable one. `minimal` has only what is required, the least numbers and
 * the shortest texts; `maximal` everything, the greatest and the longest; `random` anything between.
 */
export type Fullness = 'minimal' | 'maximal' | 'random';

/** The part of the generator that its makers need. */
export interface Maker {
  /** A number from 0 up to but not 1. */
  readonly random: Random;
  /** Undefined for believable values. */
  readonly fullness: Fullness | undefined;
  /** A value that all of the schemas accept; undefined where none is found. */
  make(places: readonly SchemaPlace[], at: At): Made;
  readonly evaluator: SchemaEvaluator;
  /** True if a value that is not accepted is better than none. */
  readonly isLenient: boolean;
  /** Returns whether an optional property is made; undefined where that is a matter of room. */
  wants(name: string): boolean | undefined;
}
