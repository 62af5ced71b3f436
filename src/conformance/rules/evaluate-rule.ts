import type { Breach, Judgement, LoadedRule } from './rule.js';
import type { AnsweredExchange, Exchange } from '../target/exchange.js';
import { readJson } from '../target/json-body.js';
import type { Judging } from './check-context.js';
import { weaker } from '../level.js';
import type { Level } from '../level.js';
import { printableLine } from '../evidence/printable.js';
import { provenInvalid } from '../document/prove-problems.js';

/** What one rule says about one exchange: nothing, that it keeps the rule, or how it breaks it. */
export interface Judged {
  readonly breaches: readonly LeveledBreach[];
  /** Why it could not be judged although the rule asked for it. */
  readonly notProven?: string;
}

export interface LeveledBreach extends Breach {
  readonly level: Level;
}

/** The exchange with its body read, if it has an answer. */
export function answered(exchange: Exchange): AnsweredExchange | undefined {
  const { outcome } = exchange;
  if (outcome.kind === 'no answer') return undefined;
  return { ...exchange, outcome, operation: exchange.case.operation, json: readJson(outcome.body) };
}

export function judge(
  rule: LoadedRule,
  exchange: Exchange,
  answer: AnsweredExchange | undefined,
  judging: Judging,
): Judged | undefined {
  const own = rule.cases !== undefined || rule.probe !== undefined;
  if (own && exchange.case.ruleId !== rule.id) return undefined;
  if (own && exchange.case.problems.length > 0 && !isProven(exchange, judging))
    return { breaches: [], notProven: 'the bytes that were sent turned out to be valid' };
  const judgement = rule.judgeOutcome
    ? rule.judgeOutcome(exchange, judging)
    : answer &&
      (rule.judge ? rule.judge(answer, judging) : own && !rule.probe ? byStatus(answer) : undefined);
  const limit = own ? exchange.case.level : exchange.case.answerLevel;
  return leveled(rule, judgement, limit);
}

/** A rule that fails to judge says nothing about the target: its error is told, not blamed. */
export function judgeSafely(
  rule: LoadedRule,
  exchange: Exchange,
  answer: AnsweredExchange | undefined,
  judging: Judging,
  tell: (reason: string) => void,
): Judged | undefined {
  try {
    return judge(rule, exchange, answer, judging);
  } catch (error) {
    tell(`the rule could not judge: ${printableLine(String(error))}`);
    return undefined;
  }
}

function isProven({ case: item, request }: Exchange, judging: Judging): boolean {
  return (
    item.operation !== undefined && provenInvalid(judging.stated, item.operation, request.body, item.level)
  );
}

function leveled(rule: LoadedRule, judgement: Judgement, limit: Level): Judged | undefined {
  if (judgement === undefined) return undefined;
  if (judgement === 'kept') return { breaches: [] };
  const breaches = [judgement].flat();
  return {
    breaches: breaches.map((breach) => ({
      ...breach,
      level: weaker(weaker(rule.level, limit), breach.level ?? 'MUST'),
    })),
  };
}

function byStatus({ case: item, outcome }: AnsweredExchange): Judgement {
  if (item.accept.includes(outcome.status)) return 'kept';
  return { actual: `status ${outcome.status}`, expected: [`status ${item.accept.join(' or ')}`] };
}
