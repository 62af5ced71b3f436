import type { Case } from '../cases/case.js';
import { binds } from '../level.js';
import type { Level, Verdict } from '../level.js';
import { appliesToExchange } from '../rules/applies-to.js';
import type { CheckContext } from '../rules/check-context.js';
import { evaluateSafely } from '../rules/evaluate-rule.js';
import type { Conclusion, LoadedRule } from '../rules/rule.js';
import { completed } from '../target/exchange.js';
import type { CompletedExchange, Exchange } from '../target/exchange.js';
import type { Plan } from './plan.js';
import type { Results } from './results.js';

/** How many bytes of responses are kept for rules that look at several. */
const maxKeptBytes = 64 * 1024 * 1024;
/** The first responses with 429 show all that there is to see. */
const maxRateLimitedChecks = 10;

/** What all rules together found in one exchange. */
export interface CaseResult {
  /** The worst of all. */
  readonly verdict: Verdict;
  /** Ids of the rules that it breaks. */
  readonly broken: readonly string[];
}

/** Lets every rule check each exchange, and collects the results. */
export class RuleEvaluator {
  private readonly exchanges: CompletedExchange[] = [];
  private keptBytes = 0;
  private rateLimited = 0;

  constructor(
    private readonly plan: Plan,
    private readonly context: CheckContext,
    private readonly level: Level,
    private readonly results: Results,
  ) {}

  /** Whether responses with 429 alone have shown that the target breaks a rule. */
  get isBrokenByRateLimit(): boolean {
    const fails = [...this.results.groups.values()].some((group) => binds(group.level, this.level));
    return this.rateLimited > 0 && fails;
  }

  evaluate(exchange: Exchange): CaseResult {
    const completedExchange = completed(exchange);
    if (completedExchange) this.keep(completedExchange);
    const verdicts = new Map<string, Verdict>();
    for (const rule of this.plan.rules) {
      const note = (reason: string): void => this.results.note(rule.id, reason);
      const result = evaluateSafely(rule, exchange, completedExchange, this.context, note);
      if (result) verdicts.set(rule.id, this.results.add(rule, exchange, result));
    }
    const all = [...verdicts.values()];
    const worst = (['FAIL', 'WARN', 'PASS'] as const).find((verdict) => all.includes(verdict));
    const broken = [...verdicts]
      .filter(([, verdict]) => verdict === 'FAIL' || verdict === 'WARN')
      .map(([id]) => id);
    return { verdict: worst ?? 'NOT_APPLICABLE', broken };
  }

  /** Checks a 429 that was met before the response proper: no failure by itself, but a response like any other. */
  evaluateRateLimited(exchange: Exchange): void {
    this.rateLimited += 1;
    if (this.rateLimited > maxRateLimitedChecks) return;
    const { id } = exchange.case;
    const item: Case = { ...exchange.case, id: `${id}#429`, ruleId: '', accept: [429], problems: [] };
    this.evaluate({ ...exchange, case: item });
  }

  /** Lets the rules conclude that look at several responses. */
  conclude(): void {
    for (const rule of this.plan.rules) {
      const own = this.exchanges.filter((exchange) => appliesToExchange(rule, exchange));
      for (const conclusion of rule.conclude?.(own, this.context) ?? []) this.add(rule, conclusion);
    }
  }

  /** Adds what a rule concluded. */
  add(rule: LoadedRule, { exchange, breach }: Conclusion): void {
    const breaches = breach === 'pass' ? [] : [{ ...breach, level: breach.level ?? rule.level }];
    this.results.add(rule, exchange, { breaches }, true);
  }

  private keep(exchange: CompletedExchange): void {
    this.keptBytes += exchange.response.body.length;
    if (this.keptBytes <= maxKeptBytes) this.exchanges.push(exchange);
  }
}
