import type { OperationResult, RuleResult } from '../events.js';
import { groupKey } from '../evidence/failure-group.js';
import type { FailureGroup } from '../evidence/failure-group.js';
import { binds } from '../level.js';
import type { Level, Verdict } from '../level.js';
import type { NameOption } from '../option-name.js';
import type { CheckResult, LeveledBreach } from '../rules/evaluate-rule.js';
import { ruleInfo } from '../rules/rule-info.js';
import { skipReason } from '../rules/skip-reason.js';
import type { LoadedRule, Skip } from '../rules/rule.js';
import type { Exchange } from '../target/exchange.js';
import type { Plan } from './plan.js';

/** What a run has found so far: how often each rule was checked, and what failed, grouped by cause. */
export class Results {
  readonly groups = new Map<string, FailureGroup>();
  private readonly checked = new Map<string, number>();
  private readonly broken = new Map<string, number>();
  private readonly notes = new Map<string, string>();
  private readonly byOperation = new Map<string, Omit<OperationResult, 'operation'>>();

  /** @param chosen the weakest level that fails the run */
  constructor(
    private readonly chosen: Level,
    private readonly nameOption: NameOption,
  ) {}

  /** Adds what a rule found in an exchange, and returns its verdict. */
  add(rule: LoadedRule, exchange: Exchange, result: CheckResult, concluded = false): Verdict {
    if (result.notProven !== undefined) {
      this.note(rule.id, result.notProven);
      return 'NOT_APPLICABLE';
    }
    increment(this.checked, rule.id);
    for (const breach of result.breaches) this.addBreach(rule, exchange, breach, concluded);
    if (result.breaches.length > 0) increment(this.broken, rule.id);
    return this.verdictOf(result.breaches);
  }

  /** Remembers why a rule could not be checked. */
  note(ruleId: string, reason: string): void {
    this.notes.set(ruleId, reason);
  }

  /** Remembers why a rule sent nothing. */
  skip(ruleId: string, skip: Skip): void {
    this.note(ruleId, skipReason(skip, this.nameOption));
  }

  /** Counts the verdict of a case for its operation. */
  count(operation: string | null, verdict: Verdict): void {
    const name = operation ?? '(no operation)';
    const counts = this.byOperation.get(name) ?? { cases: 0, failed: 0, warned: 0, skipped: 0 };
    this.byOperation.set(name, {
      cases: counts.cases + 1,
      failed: counts.failed + (verdict === 'FAIL' ? 1 : 0),
      warned: counts.warned + (verdict === 'WARN' ? 1 : 0),
      skipped: counts.skipped + (verdict === 'SKIP' ? 1 : 0),
    });
  }

  /** @param order operation ids; the order in which responses came must not show in a report */
  operations(order: readonly string[]): OperationResult[] {
    const rank = (operation: string): number => {
      const index = order.indexOf(operation);
      return index === -1 ? order.length : index;
    };
    return [...this.byOperation]
      .map(([operation, counts]) => ({ operation, ...counts }))
      .sort((a, b) => rank(a.operation) - rank(b.operation));
  }

  rules(plan: Plan): RuleResult[] {
    return plan.rules.map((rule) => {
      const judged = this.checked.get(rule.id) ?? 0;
      const skip = plan.skips.get(rule.id);
      return {
        rule: ruleInfo(rule),
        verdict: judged > 0 ? this.verdictOf(this.breachesOf(rule)) : verdictOfSkip(skip),
        judged,
        broken: this.broken.get(rule.id) ?? 0,
        reason: judged > 0 ? null : this.reasonOf(rule, skip),
      };
    });
  }

  private addBreach(rule: LoadedRule, exchange: Exchange, breach: LeveledBreach, concluded: boolean): void {
    const key = groupKey(rule, exchange, breach);
    const { id } = exchange.case;
    const group = this.groups.get(key);
    if (group) group.cases.push(id);
    else this.groups.set(key, { rule, level: breach.level, exchange, breach, cases: [id], concluded });
  }

  private breachesOf(rule: LoadedRule): LeveledBreach[] {
    return [...this.groups.values()].filter((group) => group.rule.id === rule.id).map(({ breach }) => breach);
  }

  private reasonOf(rule: LoadedRule, skip: Skip | undefined): string {
    if (skip) return skipReason(skip, this.nameOption);
    return this.notes.get(rule.id) ?? 'no response called for it';
  }

  private verdictOf(breaches: readonly LeveledBreach[]): Verdict {
    if (breaches.length === 0) return 'PASS';
    return breaches.some((breach) => binds(breach.level, this.chosen)) ? 'FAIL' : 'WARN';
  }
}

function verdictOfSkip(skip: Skip | undefined): Verdict {
  return skip === undefined || skip.notApplicable === true ? 'NOT_APPLICABLE' : 'SKIP';
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
