/**
 * The strength of a requirement. The level of a rule follows from what the requirement rests on, never from how bad it
 * would be to break it:
 *
 * - MUST: the specification states it, or HTTP or JSON demand it and a server that breaks it can't be used by a client of the
 *   specification. Values that the specification shows only by example are the only ones that a MUST may send.
 * - SHOULD: a standard recommends it, or half a sentence of the specification suggests it.
 * - ASSUMED: the specification is silent, and `openapi.yaml` says why it was chosen (`x-source: {assumed: ...}`).
 *
 * A rule states its strongest level. A case, an operation or a single breach that rests on less weakens it (`weaker`).
 */
export const levels = ['MUST', 'SHOULD', 'ASSUMED'] as const;
export type Level = (typeof levels)[number];

/** The weaker of two levels: a MUST that rests on an assumption is an assumption. */
export function weaker(a: Level, b: Level): Level {
  return levels.indexOf(a) >= levels.indexOf(b) ? a : b;
}

/** Returns whether breaking a requirement of `level` fails a run at the `chosen` level. */
export function binds(level: Level, chosen: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(chosen);
}

/** The verdict on a broken requirement. */
export function brokenVerdict(level: Level, chosen: Level): 'FAIL' | 'WARN' {
  return binds(level, chosen) ? 'FAIL' : 'WARN';
}

/** WARN: broken below the chosen level. ERROR: the response could not be checked. */
export type Verdict = 'PASS' | 'FAIL' | 'WARN' | 'SKIP' | 'NOT_APPLICABLE' | 'ERROR';
