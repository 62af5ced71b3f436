import type { Random } from '../contract/seeded-random.js';
import type { Place } from './schema/schema-places.js';

/** What could not be made; JSON has no `undefined`, so it can't be meant. */
export type Made = unknown;
export const nothing = undefined;

/** Where in an answer a value is made, and what is known about it. */
export interface At {
  /** The property that it is of, or that its list is of; `''` at the top. */
  readonly name: string;
  readonly depth: number;
  /** About how many values it may have inside; less than one leaves only what is required. */
  readonly room: number;
  /** Which item of a list it is, from 0. */
  readonly ordinal: number;
  /** What it should say, as far as its schema allows; undefined for nothing. */
  readonly given: unknown;
  /** Whether it stands in an item of a list. */
  readonly isListed: boolean;
}

/** How much of what is optional an object or array gets: all, nothing, or by chance. */
export type Extent = 'full' | 'bare' | 'mixed';

/**
 * A value at the edges of its schema, in place of a believable one. `minimal` has only what is required, the least numbers and
 * the shortest texts; `maximal` everything, the greatest and the longest; `random` anything between.
 */
export type Fullness = 'minimal' | 'maximal' | 'random';

/** What the parts of the generator need of the whole. */
export interface Maker {
  /** A number from 0 up to but not 1. */
  readonly random: Random;
  /** Undefined for believable values. */
  readonly fullness: Fullness | undefined;
  /** A value that all of the schemas accept; undefined where none is found. */
  make(places: readonly Place[], at: At): Made;
  accepts(place: Place, value: unknown): boolean;
  matches(pattern: string, text: string): boolean;
  /** Whether a value that is not accepted is better than none. */
  readonly isLenient: boolean;
  hasFormat(format: string, value: unknown): boolean;
  /** Whether a property is not part of the bodies that are made. */
  leavesOut(place: Place): boolean;
  /** Whether an optional property is made; undefined where that is a matter of room. */
  wants(name: string): boolean | undefined;
}
