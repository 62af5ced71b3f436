import type { Schema, SchemaObject } from '../../contract/openapi.js';
import type { Place, SchemaPlaces } from './schema-places.js';

/** A schema while it is evaluated, for the groups of its keywords. */
export interface Visit {
  readonly place: Place;
  readonly schema: SchemaObject;
  /** Collects what the schema looks at; undefined where nothing needs it. */
  readonly seen: Seen | undefined;
  /** Of the schemas inside it. */
  readonly depth: number;
}

/** What the schemas of an object or array have looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

export function nothingSeen(): Seen {
  return { names: new Set(), items: new Set() };
}

export function merge(into: Seen, from: Seen): void {
  for (const name of from.names) into.names.add(name);
  for (const item of from.items) into.items.add(item);
}

/** What the groups of keywords need of the evaluator. */
export interface Evaluation {
  readonly places: SchemaPlaces;
  check(place: Place, value: unknown, seen: Seen | undefined, depth: number): boolean;
  /** Evaluates a branch whose findings count only if it accepts. */
  checkApart(visit: Visit, branch: Schema, value: unknown): boolean;
  matches(pattern: string, text: string): boolean;
  hasFormat(format: string, value: unknown): boolean;
  /** Whether a property is to be left out of the direction's bodies. */
  leavesOut(place: Place): boolean;
}

/** Evaluates a schema inside the visited one against a part of the value. */
export function checkPart(evaluation: Evaluation, visit: Visit, schema: unknown, part: unknown): boolean {
  const inside = evaluation.places.inside(visit.place, schema as Schema);
  return evaluation.check(inside, part, undefined, visit.depth);
}
