import type { Schema, SchemaObject } from '../../contract/openapi.js';
import type { SchemaPlace, SchemaPlaces } from './schema-places.js';

/** A schema while it is evaluated, for the groups of its keywords. */
export interface SchemaVisit {
  readonly place: SchemaPlace;
  readonly schema: SchemaObject;
  /** Collects what the schema looks at; undefined where nothing needs it. */
  readonly seen: EvaluatedParts | undefined;
  /** Of the schemas inside it. */
  readonly depth: number;
}

/** Properties and items that the schemas of a value have evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface EvaluatedParts {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

export function nothingEvaluated(): EvaluatedParts {
  return { names: new Set(), items: new Set() };
}

export function merge(into: EvaluatedParts, from: EvaluatedParts): void {
  for (const name of from.names) into.names.add(name);
  for (const item of from.items) into.items.add(item);
}

/** The part of the evaluator that the groups of keywords need. */
export interface Evaluation {
  readonly places: SchemaPlaces;
  check(place: SchemaPlace, value: unknown, seen: EvaluatedParts | undefined, depth: number): boolean;
  /** Evaluates a branch whose findings count only if it accepts. */
  checkApart(visit: SchemaVisit, branch: Schema, value: unknown): boolean;
  matches(pattern: string, text: string): boolean;
  hasFormat(format: string, value: unknown): boolean;
  /** Returns whether a property is to be left out of the direction's bodies. */
  leavesOut(place: SchemaPlace): boolean;
}

/** Evaluates a schema inside the visited one against a part of the value. */
export function checkPart(
  evaluation: Evaluation,
  visit: SchemaVisit,
  schema: unknown,
  part: unknown,
): boolean {
  const inside = evaluation.places.inside(visit.place, schema as Schema);
  return evaluation.check(inside, part, undefined, visit.depth);
}
