/** Servers with the same keys, checked at the same level, get the same cases: a thread makes them once. */
import type { LoadedRule } from '../../src/conformance/rules/rule.js';

type SendingRule = LoadedRule & { cases: NonNullable<LoadedRule['cases']> };
type Planned = ReturnType<SendingRule['cases']>;

/** The same rules, which remember the cases that they made for each level and set of keys. */
export function planOnce(rules: readonly LoadedRule[]): LoadedRule[] {
  return rules.map((rule) => (rule.cases === undefined ? rule : rememberingCases(rule)));
}

function rememberingCases(rule: SendingRule): LoadedRule {
  const made = new Map<string, Planned>();
  return {
    ...rule,
    cases(planner) {
      const key = JSON.stringify([planner.level, planner.keys]);
      const known = made.get(key);
      if (known) return known;
      const planned = rule.cases(planner);
      const cases = 'skip' in planned ? planned : [...planned];
      made.set(key, cases);
      return cases;
    },
  };
}
