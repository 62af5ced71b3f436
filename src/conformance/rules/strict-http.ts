import type { LoadedRule } from './rule.js';

/** The rules of a run that is strict about HTTP: what practice ignores is a MUST too. */
export function strictRules(rules: readonly LoadedRule[]): LoadedRule[] {
  return rules.map((rule): LoadedRule => (rule.strictHttp ? { ...rule, level: 'MUST' } : rule));
}
