/** Says which rules must find a fault; the kill matrix fails when one of them doesn't. */
import type { Fault, Variation } from './variation.js';

/** Faults that each of these rules must find. Other rules may find them too. */
export function foundBy(rules: string | readonly string[], ...faults: readonly Variation[]): Fault[] {
  return faults.map((fault) => ({ ...fault, rules: [rules].flat(), sole: false }));
}

/**
 * Faults whose rules are not named yet, because whoever writes them doesn't know the rules: a whole run shows which rules
 * find them, and asks for their names. Those that stay here are known to be missed.
 */
export const firstContact = (...faults: readonly Variation[]): Fault[] => foundBy([], ...faults);

/** A fault that this rule must find and no other may: without the rule, a server with it would pass. */
export function foundOnlyBy(rule: string, fault: Variation): Fault {
  return { ...fault, rules: [rule], sole: true };
}
