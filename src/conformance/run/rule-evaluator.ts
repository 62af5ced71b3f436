import type { Case } from '../cases/case.js';
import type { AnsweredExchange, Exchange } from '../target/exchange.js';
import type { Judging } from '../rules/check-context.js';
import { binds } from '../level.js';
import type { Level, Verdict } from '../level.js';
import type { Conclusion, LoadedRule } from '../rules/rule.js';
import { answered, judgeSafely } from '../rules/evaluate-rule.js';
import type { Plan } from './plan.js';
import { Scoreboard } from './results.js';

/** Bytes of answers that are kept for rules which look at several. */
const keptBytes = 64 * 1024 * 1024;
/** Refusals with 429 that are judged; the first ones say all. */
const judgedRefusals = 10;

/** What all rules together say about one exchange. */
export interface Sentence {
  /** The worst of all. */
  readonly verdict: Verdict;
  /** Rules that are broken. */
  readonly broken: readonly string[];
}

/** Lets every rule judge what came, and keeps the score. */
export class Jury {
  readonly board: Scoreboard;
  /** What the rules that look at several answers will be shown. */
  readonly exchanges: AnsweredExchange[] = [];
  private keptSize = 0;
  private refusals = 0;

  constructor(
    private readonly plan: Plan,
    private readonly judging: Judging,
    private readonly level: Level,
  ) {
    this.board = new Scoreboard(level);
  }

  /** Whether the target is known to break a rule by the way in which it refuses. */
  get brokenByRefusals(): boolean {
    const binding = [...this.board.groups.values()].some((group) => binds(group.level, this.level));
    return this.refusals > 0 && binding;
  }

  judge(exchange: Exchange): Sentence {
    const answer = answered(exchange);
    if (answer) this.keep(answer);
    const verdicts = new Map<string, Verdict>();
    for (const rule of this.plan.rules) {
      const tell = (reason: string): void => this.board.note(rule.id, reason);
      const judged = judgeSafely(rule, exchange, answer, this.judging, tell);
      if (judged) verdicts.set(rule.id, this.board.add(rule, exchange, judged));
    }
    const all = [...verdicts.values()];
    const worst = (['FAIL', 'WARN', 'PASS'] as const).find((verdict) => all.includes(verdict));
    const broken = [...verdicts]
      .filter(([, verdict]) => verdict === 'FAIL' || verdict === 'WARN')
      .map(([id]) => id);
    return { verdict: worst ?? 'NOT_APPLICABLE', broken };
  }

  /** A 429 is no failure by itself, and an answer like any other. */
  judgeRefusal(exchange: Exchange): void {
    this.refusals += 1;
    if (this.refusals > judgedRefusals) return;
    const { id } = exchange.case;
    const refused: Case = { ...exchange.case, id: `${id}#429`, ruleId: '', accept: [429], problems: [] };
    this.judge({ ...exchange, case: refused });
  }

  /** Lets the rules judge that look at several answers. */
  conclude(): void {
    for (const rule of this.plan.rules) {
      const conclusions = rule.conclude?.(this.exchanges, this.judging) ?? [];
      for (const conclusion of conclusions) this.take(rule, conclusion);
    }
  }

  /** Takes in what a rule found out by itself. */
  take(rule: LoadedRule, { exchange, breach }: Conclusion): void {
    const breaches = breach === 'kept' ? [] : [{ ...breach, level: breach.level ?? rule.level }];
    this.board.add(rule, exchange, { breaches }, true);
  }

  private keep(answer: AnsweredExchange): void {
    this.keptSize += answer.outcome.body.length;
    if (this.keptSize <= keptBytes) this.exchanges.push(answer);
  }
}
