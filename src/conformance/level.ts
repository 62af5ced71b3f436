/**
 * How strongly a requirement binds, and what was found. MUST rests on what the specification states, SHOULD on the
 * standards that it builds on and its half sentences, ASSUMED on what Drydock chose where it is silent.
 */
export const levels = ['MUST', 'SHOULD', 'ASSUMED'] as const;
export type Level = (typeof levels)[number];

/** The weaker of two levels: a MUST that rests on an assumption is an assumption. */
export function weaker(a: Level, b: Level): Level {
  return levels.indexOf(a) >= levels.indexOf(b) ? a : b;
}

/** Whether breaking a requirement of `level` fails a run that asked for `chosen`. */
export function binds(level: Level, chosen: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(chosen);
}

/** WARN is broken below the chosen level; ERROR is an answer that could not be judged. */
export type Verdict = 'PASS' | 'FAIL' | 'WARN' | 'SKIP' | 'NOT_APPLICABLE' | 'ERROR';
