import type { Conclusion } from '../../../src/conformance/rules/rule.js';

/** Conclusions with the outcome that would have passed, for a rule that has many: a failure names this one alone. */
export function expecting(outcome: string, conclusions: readonly Conclusion[]): Conclusion[] {
  return conclusions.map((one) =>
    one.breach === 'pass' ? one : { ...one, breach: { expected: [outcome], ...one.breach } },
  );
}
