import type { SuiteFailure, SuiteRule } from './suite-report.js';

export type BrokenRule = Readonly<ReturnType<typeof brokenRule>>;

/** One entry for each rule that is broken, the worst first, then those with a cause of their own. */
export function brokenRules(failures: readonly SuiteFailure[]): readonly BrokenRule[] {
  const rules = new Map<string, SuiteRule>();
  for (const { rule, alsoBroken } of failures)
    for (const one of [rule, ...alsoBroken.map((other) => other.rule)])
      rules.set(one.id, rules.get(one.id) ?? one);
  return [...rules.values()]
    .map((rule) => brokenRule(rule, failures))
    .sort((a, b) => rank(a) - rank(b) || Number(b.isOwned) - Number(a.isOwned) || b.cases - a.cases);
}

function brokenRule(rule: SuiteRule, failures: readonly SuiteFailure[]) {
  const causes = failures.filter((failure) => failure.rule.id === rule.id);
  const alsoBy = failures.filter(({ alsoBroken }) => alsoBroken.some((one) => one.rule.id === rule.id));
  const shown = [...causes, ...alsoBy];
  return {
    rule,
    causes,
    isOwned: causes.length > 0,
    /** Causes of other rules that break this one too. */
    alsoBy,
    /** The worst of its causes. */
    verdict: shown.some(({ verdict }) => verdict === 'FAIL') ? 'FAIL' : 'WARN',
    /** True if the list of expected failures covers all of them. */
    expected: shown.every(({ expectedFailure }) => expectedFailure !== null),
    cases: shown.reduce((sum, { seen }) => sum + seen.cases, 0),
  };
}

function rank({ verdict, expected }: BrokenRule): number {
  return expected ? 2 : verdict === 'FAIL' ? 0 : 1;
}
