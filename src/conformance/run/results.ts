import type { Case } from '../cases/case.js';
import { increment } from '../counting.js';
import type { RuleResult } from '../events.js';
import { causesOf, type Cause, type PlanOrder } from '../evidence/causes.js';
import { groupKey, isBetterExample, type FailureGroup } from '../evidence/failure-group.js';
import { bytesOf, keptEvidence, type EvidenceBudget } from '../evidence/evidence-budget.js';
import { binds, brokenVerdict, type Level, type Verdict } from '../level.js';
import type { NameOption } from '../option-name.js';
import type { CheckResult, LeveledBreach } from '../rules/evaluate-rule.js';
import { ruleInfo, skipReason } from '../rules/rule-info.js';
import type { LoadedRule, Skip } from '../rules/rule.js';
import type { Exchange } from '../target/exchange.js';
import { OperationCounts } from './verdict/operation-counts.js';
import { withheldSkip, type Plan } from './plan.js';

/** What shows a breach. */
type Example = Pick<FailureGroup, 'level' | 'exchange' | 'before'>;

/** Cases that are remembered of one group. */
const maxCases = 5000;

/** The findings of a run so far: how often each rule was checked, and the failures, grouped by cause. */
export class Results {
  readonly groups = new Map<string, FailureGroup>();
  private readonly checked = new Map<string, number>();
  private readonly broken = new Map<string, number>();
  private readonly notes = new Map<string, string>();
  /** Why rules could not look at a response. */
  private readonly unchecked = new Map<string, string>();
  /** Why rules decided nothing: they would have written, or could conclude nothing. */
  private readonly withheld = new Map<string, Skip>();
  /** The strongest level at which each rule is broken. */
  private readonly worst = new Map<string, Level>();
  /** Breaches of new causes that there was no room for. */
  private leftOut = { all: 0, binding: 0 };
  readonly operations = new OperationCounts();

  /**
   * @param chosen the weakest level that fails the run
   * @param shortened a breach without keys and as long as it is shown
   * @param expectation the entry of the expected failures that is about a rule and an operation, or -1
   * @param found receives each new group, and again when it turns out to break its rule at a stronger level
   */
  constructor(
    private readonly chosen: Level,
    private readonly nameOption: NameOption,
    private readonly budget: EvidenceBudget,
    private readonly shortened: (breach: LeveledBreach) => LeveledBreach,
    private readonly expectation: (ruleId: string, operation: string | null) => number,
    private readonly found: (group: FailureGroup) => void,
  ) {}

  /**
   * Adds what a rule found in an exchange, and returns its verdict.
   *
   * @param before of what was concluded from several exchanges, those that go before this one; undefined of what one shows
   */
  add(rule: LoadedRule, exchange: Exchange, result: CheckResult, before?: readonly Exchange[]): Verdict {
    if (result.notProven !== undefined) {
      this.note(rule.id, result.notProven);
      return 'NOT_APPLICABLE';
    }
    if (result.notChecked !== undefined) {
      this.notChecked(rule.id, result.notChecked);
      return 'ERROR';
    }
    increment(this.checked, rule.id);
    for (const breach of result.breaches) this.addBreach(rule, exchange, breach, before);
    if (result.breaches.length > 0) increment(this.broken, rule.id);
    return this.verdictOf(result.breaches);
  }

  /** Remembers why a rule could not be checked. */
  note(ruleId: string, reason: string): void {
    this.notes.set(ruleId, reason);
  }

  /** Remembers why a rule could not look at a response. */
  notChecked(ruleId: string, reason: string): void {
    this.unchecked.set(ruleId, reason);
  }

  /** Number of failures that exceeded the budget, and of those that fail the run. */
  get failuresLeftOut(): { readonly all: number; readonly binding: number } {
    return this.leftOut;
  }

  /** The causes of all failures, each released once it is taken: what matters most first, never in the order of responses. */
  *takeCauses({ cases, rules }: Plan): Generator<Cause> {
    const causes = this.causes({ cases, rules: rules.map(({ id }) => id) });
    this.groups.clear();
    for (let cause = causes.shift(); cause !== undefined; cause = causes.shift()) yield cause;
  }

  /** The causes of all failures so far. Each case counts from now on as the worst of the causes in which it stands. */
  causes(order: PlanOrder): Cause[] {
    const causes = causesOf([...this.groups.values()], this.chosen, order);
    for (const { main, cases } of causes)
      for (const id of cases) this.operations.recount(id, brokenVerdict(main.level, this.chosen));
    return causes;
  }

  /** Remembers why a rule sent nothing. */
  skip(ruleId: string, skip: Skip): void {
    this.note(ruleId, skipReason(skip, this.nameOption));
  }

  /** Remembers why nothing can be concluded from what a rule saw, unless that broke it. */
  withdraw(ruleId: string, skip: Skip): void {
    this.skip(ruleId, skip);
    if (this.broken.has(ruleId)) return;
    this.checked.delete(ruleId);
    this.withheld.set(ruleId, skip);
  }

  /** Remembers that a rule would have written, which the run may not. */
  withhold(ruleId: string): void {
    this.withheld.set(ruleId, withheldSkip(1));
  }

  /** Counts the verdict of a case for its operation. */
  count({ id, operation }: Pick<Case, 'id' | 'operation'>, verdict: Verdict): void {
    this.operations.count(id, operation?.id, verdict);
  }

  rules(plan: Pick<Plan, 'rules' | 'skips'>): RuleResult[] {
    return plan.rules.map((rule) => {
      const judged = this.checked.get(rule.id) ?? 0;
      const skip = plan.skips.get(rule.id) ?? this.withheld.get(rule.id);
      return {
        rule: ruleInfo(rule),
        verdict: judged > 0 ? this.verdictOfRule(rule.id) : this.verdictOfUnjudged(rule.id, skip),
        judged,
        broken: this.broken.get(rule.id) ?? 0,
        reason: judged > 0 ? null : this.reasonOf(rule, skip),
      };
    });
  }

  private addBreach(
    rule: LoadedRule,
    exchange: Exchange,
    breach: LeveledBreach,
    before: readonly Exchange[] | undefined,
  ): void {
    const { level } = breach;
    const worst = this.worst.get(rule.id);
    this.worst.set(rule.id, worst === undefined || binds(level, worst) ? level : worst);
    const operation = exchange.case.operation?.id ?? null;
    const expectation = this.expectation(rule.id, operation);
    const key = `${expectation} ${groupKey(rule, exchange, breach)}`;
    const known = this.groups.get(key);
    const shown = { level, exchange, before: before ?? [] };
    const rest = { expectation, concluded: before !== undefined };
    const group = known ?? this.newGroup(rule, shown, breach, rest);
    if (group === undefined) return;
    if (known) this.showBetter(known, shown, breach);
    else this.groups.set(key, group);
    if (group.cases.length < maxCases) group.cases.push(exchange.case.id);
    group.operations.add(operation);
    if (exchange.outcome.kind === 'response') group.statuses.add(exchange.outcome.status);
    if (!known) this.found(group);
  }

  /** Undefined when there is no room for its evidence. */
  private newGroup(
    rule: LoadedRule,
    shown: Example,
    breach: LeveledBreach,
    rest: Pick<FailureGroup, 'expectation' | 'concluded'>,
  ): FailureGroup | undefined {
    const kept = keptEvidence(shown);
    if (!this.budget.take(bytesOf(kept))) {
      this.leftOut.all += 1;
      if (binds(shown.level, this.chosen)) this.leftOut.binding += 1;
      return undefined;
    }
    return {
      key: groupKey(rule, shown.exchange, breach),
      number: this.groups.size,
      rule,
      level: shown.level,
      ...kept,
      breach: this.shortened(breach),
      cases: [],
      operations: new Set(),
      statuses: new Set(),
      ...rest,
    };
  }

  /** Which response comes first is chance, so the example is the smallest of all. */
  private showBetter(group: FailureGroup, shown: Example, breach: LeveledBreach): void {
    const { level } = shown;
    if (!isBetterExample(group.rule, shown, group)) return;
    const kept = keptEvidence(shown);
    if (!this.budget.take(bytesOf(kept) - bytesOf(group))) return;
    const isStronger = level !== group.level;
    Object.assign(group, { level, ...kept, breach: this.shortened(breach) });
    if (isStronger) this.found(group);
  }

  private reasonOf(rule: LoadedRule, skip: Skip | undefined): string {
    if (skip) return skipReason(skip, this.nameOption);
    return this.unchecked.get(rule.id) ?? this.notes.get(rule.id) ?? 'no response called for it';
  }

  private verdictOfRule(ruleId: string): Verdict {
    const worst = this.worst.get(ruleId);
    return worst === undefined ? 'PASS' : brokenVerdict(worst, this.chosen);
  }

  private verdictOfUnjudged(ruleId: string, skip: Skip | undefined): Verdict {
    if (this.unchecked.has(ruleId)) return 'ERROR';
    return skip === undefined || skip.notApplicable === true ? 'NOT_APPLICABLE' : 'SKIP';
  }

  private verdictOf(breaches: readonly LeveledBreach[]): Verdict {
    if (breaches.length === 0) return 'PASS';
    return breaches.some((breach) => binds(breach.level, this.chosen)) ? 'FAIL' : 'WARN';
  }
}
