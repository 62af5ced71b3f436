import type { Exchange } from '../target/exchange.js';
import type { OperationResult, RuleInfo, RuleResult } from '../events.js';
import { binds } from '../level.js';
import type { Level, Verdict } from '../level.js';
import type { LoadedRule } from '../rules/rule.js';
import type { Judged, LeveledBreach } from '../rules/evaluate-rule.js';
import type { Plan } from './plan.js';

/** Breaches of one rule that have one cause as far as can be seen from outside: told once, with all their cases. */
export interface BreachGroup {
  readonly rule: LoadedRule;
  readonly level: Level;
  readonly exchange: Exchange;
  readonly breach: LeveledBreach;
  readonly cases: string[];
  /** Repeating makes no sense: it took several answers to see it. */
  readonly concluded: boolean;
}

/** Counts what was judged and gathers what is broken. */
export class Scoreboard {
  readonly groups = new Map<string, BreachGroup>();
  private readonly judged = new Map<string, number>();
  private readonly broken = new Map<string, number>();
  private readonly notes = new Map<string, string>();
  private readonly byOperation = new Map<
    string,
    { cases: number; failed: number; warned: number; skipped: number }
  >();

  constructor(private readonly chosen: Level) {}

  /** Takes in what a rule says about an exchange; gives the verdict of it. */
  add(rule: LoadedRule, exchange: Exchange, judged: Judged, concluded = false): Verdict {
    if (judged.notProven !== undefined) {
      this.note(rule.id, judged.notProven);
      return 'NOT_APPLICABLE';
    }
    this.judged.set(rule.id, (this.judged.get(rule.id) ?? 0) + 1);
    for (const breach of judged.breaches) {
      const key = groupKey(rule, exchange, breach);
      const group = this.groups.get(key);
      if (group) group.cases.push(exchange.case.id);
      else
        this.groups.set(key, {
          rule,
          level: breach.level,
          exchange,
          breach,
          cases: [exchange.case.id],
          concluded,
        });
    }
    if (judged.breaches.length > 0) this.broken.set(rule.id, (this.broken.get(rule.id) ?? 0) + 1);
    return this.verdictOf(judged.breaches);
  }

  note(ruleId: string, reason: string): void {
    this.notes.set(ruleId, reason);
  }

  count(operation: string | null, verdict: Verdict): void {
    const name = operation ?? '(no operation)';
    const counts = this.byOperation.get(name) ?? { cases: 0, failed: 0, warned: 0, skipped: 0 };
    counts.cases += 1;
    if (verdict === 'FAIL') counts.failed += 1;
    if (verdict === 'WARN') counts.warned += 1;
    if (verdict === 'SKIP') counts.skipped += 1;
    this.byOperation.set(name, counts);
  }

  /** @param order operation ids; which answer came first must not decide the order of a report */
  operations(order: readonly string[]): OperationResult[] {
    const place = (operation: string): number => {
      const index = order.indexOf(operation);
      return index === -1 ? order.length : index;
    };
    return [...this.byOperation]
      .map(([operation, counts]) => ({ operation, ...counts }))
      .sort((a, b) => place(a.operation) - place(b.operation));
  }

  results(plan: Plan): RuleResult[] {
    return plan.rules.map((rule) => {
      const judged = this.judged.get(rule.id) ?? 0;
      const skip = plan.skips.get(rule.id);
      const breaches = [...this.groups.values()]
        .filter((group) => group.rule.id === rule.id)
        .map(({ breach }) => breach);
      const unjudged = skip === undefined || skip.notApplicable === true ? 'NOT_APPLICABLE' : 'SKIP';
      return {
        rule: infoOf(rule),
        verdict: judged > 0 ? this.verdictOf(breaches) : unjudged,
        judged,
        broken: this.broken.get(rule.id) ?? 0,
        reason: judged > 0 ? null : (skip?.skip ?? this.notes.get(rule.id) ?? 'no answer called for it'),
      };
    });
  }

  private verdictOf(breaches: readonly LeveledBreach[]): Verdict {
    if (breaches.length === 0) return 'PASS';
    return breaches.some((breach) => binds(breach.level, this.chosen)) ? 'FAIL' : 'WARN';
  }
}

/** One cause: the same rule, operation, level, status, and place up to indexes. */
export function groupKey(rule: LoadedRule, { case: item, outcome }: Exchange, breach: LeveledBreach): string {
  const place = (breach.pointer ?? '').replace(/\/\d+(?=\/|$)/g, '/*');
  const status = outcome.kind === 'answer' ? outcome.status : outcome.code;
  return [rule.id, item.operation?.id ?? '', breach.level, status, place].join(' ');
}

export function infoOf(rule: LoadedRule): RuleInfo {
  const { id, topic, title, level, section, sentence, expected, scope } = rule;
  return { id, topic, title, level, section, sentence, expected, scope };
}
