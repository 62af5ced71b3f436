import type { SuiteFailure, SuiteReport, SuiteRule } from './suite-report.js';

export interface BrokenRule {
  readonly rule: SuiteRule;
  /** The worst of its causes. */
  readonly verdict: string;
  /** True if the list of expected failures covers all of them. */
  readonly expected: boolean;
  readonly causes: readonly SuiteFailure[];
  /** Causes of other rules that break this one too. */
  readonly alsoBy: readonly SuiteFailure[];
  readonly cases: number;
}

/** One entry for each rule that is broken, the worst first, then those with a cause of their own. */
export function brokenRules(failures: readonly SuiteFailure[]): readonly BrokenRule[] {
  const rules = new Map<string, SuiteRule>();
  for (const { rule, alsoBroken } of failures)
    for (const one of [rule, ...alsoBroken.map((other) => other.rule)])
      rules.set(one.id, rules.get(one.id) ?? one);
  return [...rules.values()]
    .map((rule) => brokenRule(rule, failures))
    .sort((a, b) => rank(a) - rank(b) || owned(b) - owned(a) || b.cases - a.cases);
}

function brokenRule(rule: SuiteRule, failures: readonly SuiteFailure[]): BrokenRule {
  const causes = failures.filter((failure) => failure.rule.id === rule.id);
  const alsoBy = failures.filter(({ alsoBroken }) => alsoBroken.some((one) => one.rule.id === rule.id));
  const shown = [...causes, ...alsoBy];
  return {
    ...{ rule, causes, alsoBy },
    verdict: shown.some(({ verdict }) => verdict === 'FAIL') ? 'FAIL' : 'WARN',
    expected: shown.every(({ expectedFailure }) => expectedFailure !== null),
    cases: shown.reduce((sum, { seen }) => sum + seen.cases, 0),
  };
}

function rank({ verdict, expected }: BrokenRule): number {
  return expected ? 2 : verdict === 'FAIL' ? 0 : 1;
}

function owned({ causes }: BrokenRule): number {
  return causes.length > 0 ? 1 : 0;
}

export interface ReportChange {
  readonly added: readonly SuiteRule[];
  readonly fixed: readonly SuiteRule[];
  readonly same: readonly SuiteRule[];
  /** Broken before, and not evaluated now: neither fixed nor the same. */
  readonly unjudged: readonly SuiteRule[];
}

export function compareReports(now: SuiteReport, before: SuiteReport): ReportChange {
  const [broken, earlier] = [now, before].map(
    ({ failures }) => new Map(brokenRules(failures).map(({ rule }) => [rule.id, rule])),
  ) as [Map<string, SuiteRule>, Map<string, SuiteRule>];
  const passed = new Set(now.rules.filter(({ verdict }) => verdict === 'PASS').map(({ rule }) => rule.id));
  const gone = [...earlier.values()].filter(({ id }) => !broken.has(id));
  return {
    added: [...broken.values()].filter(({ id }) => !earlier.has(id)),
    same: [...broken.values()].filter(({ id }) => earlier.has(id)),
    fixed: gone.filter(({ id }) => passed.has(id)),
    unjudged: gone.filter(({ id }) => !passed.has(id)),
  };
}
