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

/** What the parts of the generator need of the whole. */
export interface Maker {
  /** A number from 0 up to but not 1. */
  readonly random: () => number;
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

/** One of a list, by chance. */
export function oneOf<Item>(random: () => number, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** A whole number between two, both included. */
export function wholeBetween(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}
