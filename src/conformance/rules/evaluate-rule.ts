import { wrongParameter } from '../cases/parameters/sent-parameter.js';
import { acceptedStatus } from '../checks/accepted-status.js';
import { provenInvalid } from '../document/prove-problems.js';
import { printableLine } from '../printable.js';
import { weaker, type Level } from '../level.js';
import { completed, type Exchange } from '../target/exchange.js';
import { NotJudgedError } from '../target/not-judged-error.js';
import { appliesToExchange, sendsRequests } from './applies-to.js';
import type { CheckContext } from './check-context.js';
import type { Breach, Finding, LoadedRule } from './rule.js';

/** The result of one rule for one exchange: no breach when it passes. */
export interface CheckResult {
  readonly breaches: readonly LeveledBreach[];
  /** Why the rule could not be checked although the exchange is in its scope. */
  readonly notProven?: string;
  /** Why the rule could not look at the exchange: a limit of the suite, or an error of the rule. */
  readonly notChecked?: string;
}

export interface LeveledBreach extends Breach {
  readonly level: Level;
}

/** Checks one exchange by one rule. @returns undefined when the exchange says nothing about the rule */
export function evaluateRule(
  rule: LoadedRule,
  exchange: Exchange,
  context: CheckContext,
): CheckResult | undefined {
  if (!appliesToExchange(rule, exchange)) return undefined;
  const { case: item } = exchange;
  const own = sendsRequests(rule);
  if (own && item.problems.length > 0 && !isProven(exchange, context))
    return { breaches: [], notProven: 'the bytes that were sent turned out to be valid' };
  const limit = own ? item.level : item.responseLevel;
  return withLevels(rule, findingOf(rule, exchange, context), rule.ofEveryMessage ? 'MUST' : limit);
}

/** The same, where a rule that throws says nothing about the target. */
export function evaluateSafely(
  rule: LoadedRule,
  exchange: Exchange,
  context: CheckContext,
): CheckResult | undefined {
  try {
    return evaluateRule(rule, exchange, context);
  } catch (error) {
    return { breaches: [], notChecked: whyNotChecked(error) };
  }
}

/** An error that a rule threw, as a phrase. */
export function whyNotChecked(error: unknown): string {
  if (error instanceof NotJudgedError) return error.message;
  return `the rule could not be checked: ${printableLine(String(error))}`;
}

function findingOf(rule: LoadedRule, exchange: Exchange, context: CheckContext): Finding {
  if (rule.checkOutcome) return rule.checkOutcome(exchange, context);
  const read = completed(exchange);
  if (read === undefined) return undefined;
  if (rule.check) return rule.check(read, context);
  return rule.cases === undefined ? undefined : acceptedStatus(read);
}

/** Returns whether the bytes that were sent are invalid, as the case meant them to be. */
function isProven({ case: item, request }: Exchange, { stated }: CheckContext): boolean {
  const { operation, parameter, level } = item;
  if (operation === undefined) return false;
  if (parameter !== undefined) return wrongParameter(stated, operation, parameter, request).length > 0;
  return provenInvalid(stated, operation, request.body, level);
}

function withLevels(rule: LoadedRule, finding: Finding, limit: Level): CheckResult | undefined {
  if (finding === undefined) return undefined;
  const breaches = finding === 'pass' ? [] : [finding].flat();
  const level = weaker(rule.level, limit);
  return {
    breaches: breaches.map((breach) => ({ ...breach, level: weaker(level, breach.level ?? 'MUST') })),
  };
}
