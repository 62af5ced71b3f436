import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import type { Case } from '../cases/case.js';
import { StatedContract } from '../document/stated-contract.js';
import { Judging } from './check-context.js';
import { binds } from '../level.js';
import type { Level } from '../level.js';
import type { LoadedRule } from './rule.js';
import { answered, judge } from './evaluate-rule.js';

/** An answer that somebody else got, as far as rules look at it. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** One rule that a given answer breaks. */
export interface GivenBreach {
  readonly rule: LoadedRule;
  readonly level: Level;
  readonly actual: string;
  readonly pointer: string | undefined;
}

/**
 * Holds one answer against the document and every rule that judges answers by themselves; nothing is sent.
 *
 * @param operation the one that was called; undefined for a path or method that the document doesn't have
 * @param level the weakest level that counts
 */
export function judgeAnswer(
  contract: Contract,
  rules: readonly LoadedRule[],
  operation: Operation | undefined,
  answer: GivenAnswer,
  level: Level = 'MUST',
): GivenBreach[] {
  const stated = new StatedContract(contract);
  const item = caseFor(operation, stated);
  const outcome = { kind: 'answer', wireProblems: [], elapsedMs: 0, ...answer } as const;
  const exchange = { case: item, request: item.request, outcome };
  const judging = new Judging(stated);
  return rules
    .filter(
      (rule) => rule.cases === undefined && rule.probe === undefined && (rule.scope === 'any' || stated.own),
    )
    .flatMap((rule) =>
      (judge(rule, exchange, answered(exchange), judging)?.breaches ?? []).map(
        ({ actual, pointer, level: at }) => ({
          rule,
          level: at,
          actual,
          pointer,
        }),
      ),
    )
    .filter((breach) => binds(breach.level, level));
}

function caseFor(operation: Operation | undefined, stated: StatedContract): Case {
  const level = stated.levelOf(operation);
  const method = operation?.method.toUpperCase() ?? 'GET';
  return {
    id: 'given',
    ruleId: '',
    title: 'an answer that was given',
    operation,
    request: { method, path: operation?.path ?? '/', headers: {} },
    accept: [],
    level,
    answerLevel: level,
    problems: [],
    priority: 0,
  };
}
