import { getOrMake } from '../../contract/get-or-make.js';
import type { Case } from '../cases/case.js';
import { binds, type Level, type Verdict } from '../level.js';
import type { CheckContext } from '../rules/check-context.js';
import { ThingHistory } from '../evidence/thing-history.js';
import { isAboutProblems, sendsRequests } from '../rules/applies-to.js';
import { evaluateSafely, whyNotChecked } from '../rules/evaluate-rule.js';
import { isSkip, type Conclusion, type LoadedRule, type Skip } from '../rules/rule.js';
import { type CompletedExchange, type Exchange } from '../target/exchange.js';
import { NotJudgedError } from '../target/not-judged-error.js';
import type { ConcludingExchanges } from './concluding-exchanges.js';
import type { RunNote } from './options.js';
import type { Plan } from './plan.js';
import type { Results } from './results.js';

/** The first responses with 429 show all that there is to see. */
const maxRateLimitedChecks = 10;

/** The findings of all rules in one exchange. */
export interface CaseResult {
  /** The worst of all. */
  readonly verdict: Verdict;
  /** Ids of the rules that it breaks. */
  readonly broken: readonly string[];
  /** Why rules could not look at it, a phrase. */
  readonly notJudged?: string | undefined;
}

/** Lets every rule check each exchange, and collects the results. */
export class RuleEvaluator {
  private rateLimited = 0;
  /** The rules that may look at a response, by the rule that sent the request. */
  private readonly bySender = new Map<string, readonly LoadedRule[]>();
  private readonly history: ThingHistory;

  constructor(
    private readonly plan: Plan,
    private readonly context: CheckContext,
    private readonly level: Level,
    private readonly results: Results,
    private readonly concluding: ConcludingExchanges,
    private readonly note: (note: RunNote) => void,
  ) {
    this.history = new ThingHistory(context.stated);
  }

  /** True if responses with 429 alone have shown that the target breaks a rule. */
  get isBrokenByRateLimit(): boolean {
    const fails = [...this.results.groups.values()].some((group) => binds(group.level, this.level));
    return this.rateLimited > 0 && fails;
  }

  /** Returns whether a case with a control is about to fail for what the target says of its problems. */
  needsControl(exchange: Exchange): boolean {
    const { case: item } = exchange;
    if (item.control === undefined) return false;
    return this.rulesFor(item)
      .filter((rule) => isAboutProblems(rule, item))
      .map((rule) => evaluateSafely(rule, exchange, this.context))
      .some((result) => (result?.breaches.length ?? 0) > 0);
  }

  /** @param refusal why the target's response says nothing about the problems of the request, if it does not */
  evaluate(exchange: Exchange, refusal?: string): CaseResult {
    const { case: item, outcome } = exchange;
    if (outcome.kind === 'no response' && outcome.notJudged)
      return { verdict: 'ERROR', broken: [], notJudged: outcome.reason };
    this.note({ type: 'judging', case: item.id, writes: item.writes });
    const verdicts = new Map<string, Verdict>();
    let notJudged: string | undefined;
    for (const rule of this.rulesFor(item)) {
      const result =
        refusal !== undefined && isAboutProblems(rule, item)
          ? { breaches: [], notProven: refusal }
          : evaluateSafely(rule, exchange, this.context);
      if (result === undefined) continue;
      notJudged ??= result.notChecked;
      verdicts.set(rule.id, this.results.add(rule, exchange, result));
    }
    this.concluding.add(exchange);
    this.history.add(exchange);
    const all = [...verdicts.values()];
    const worst = (['FAIL', 'WARN', 'ERROR', 'PASS'] as const).find((verdict) => all.includes(verdict));
    const broken = [...verdicts]
      .filter(([, verdict]) => verdict === 'FAIL' || verdict === 'WARN')
      .map(([id]) => id);
    const rules = [...verdicts].filter(([, verdict]) => verdict !== 'ERROR').map(([id]) => id);
    this.note({ type: 'judged', rules, broken });
    return { verdict: worst ?? 'NOT_APPLICABLE', broken, notJudged };
  }

  /** In the plan's order: those that check any response, and the one that sent the request. */
  private rulesFor({ ruleId }: Case): readonly LoadedRule[] {
    return getOrMake(this.bySender, ruleId, () =>
      this.plan.rules.filter((rule) => rule.id === ruleId || !sendsRequests(rule)),
    );
  }

  /** Checks a 429 that was met before the response proper: no failure by itself, but a response like any other. */
  evaluateRateLimited(exchange: Exchange): void {
    this.rateLimited += 1;
    if (this.rateLimited > maxRateLimitedChecks) return;
    this.evaluateRefusal(exchange, 429);
  }

  /** Checks a response that another request follows as any other, not by the rule that sent its request. */
  evaluateRefusal(exchange: Exchange, status: number): void {
    const { id } = exchange.case;
    const item: Case = {
      ...exchange.case,
      id: `${id}#${status}`,
      ruleId: '',
      accept: [status],
      problems: [],
    };
    this.evaluate({ ...exchange, case: item });
  }

  /** Lets the rules conclude that look at several responses. */
  conclude(): void {
    for (const rule of this.plan.rules)
      for (const conclusion of this.conclusionsOf(rule)) this.add(rule, conclusion);
  }

  /** Adds what a rule concluded. */
  add(rule: LoadedRule, { exchange, breach, before }: Conclusion): void {
    const breaches = breach === 'pass' ? [] : [{ ...breach, level: breach.level ?? rule.level }];
    this.results.add(
      rule,
      exchange,
      { breaches },
      breach === 'pass' ? [] : this.history.before(exchange, before),
    );
  }

  private concluded(rule: LoadedRule, conclusions: Iterable<Conclusion> | Skip): readonly Conclusion[] {
    if (!isSkip(conclusions)) return [...conclusions];
    this.results.withdraw(rule.id, conclusions);
    return [];
  }

  private conclusionsOf(rule: LoadedRule): readonly Conclusion[] {
    if (rule.conclude === undefined) return [];
    const exchanges = this.concluding.of(rule);
    try {
      return this.concluded(rule, rule.conclude(exchanges, this.context));
    } catch (error) {
      // A rule that needs bodies concludes from those that were read.
      const readable = exchanges.filter(isReadable);
      if (error instanceof NotJudgedError && readable.length > 0)
        return this.concluded(rule, rule.conclude(readable, this.context));
      this.results.notChecked(rule.id, whyNotChecked(error));
      return [];
    }
  }
}

function isReadable(exchange: CompletedExchange): boolean {
  try {
    return Boolean(exchange.json);
  } catch {
    return false;
  }
}
