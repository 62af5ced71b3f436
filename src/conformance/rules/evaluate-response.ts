import { observedCase } from '../cases/case.js';
import type { Contract } from '../../contract/contract.js';
import type { Operation } from '../../contract/operations.js';
import { StatedContract } from '../document/stated-contract.js';
import { binds, type Level } from '../level.js';
import { CheckContext } from './check-context.js';
import { evaluateRule } from './evaluate-rule.js';
import { rulesFor } from './rules-for.js';
import type { LoadedRule } from './rule.js';

/** A response that somebody else received, as far as rules look at it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** One rule that a received response breaks. */
export interface ResponseBreach {
  readonly rule: LoadedRule;
  readonly level: Level;
  readonly actual: string;
  readonly pointer: string | undefined;
}

/**
 * Checks one response against the document and every rule that needs nothing but the response; nothing is sent.
 *
 * @param operation the one that was called; undefined for a path or method that the document doesn't have
 * @param level the weakest level that counts
 */
export function evaluateResponse(
  contract: Contract,
  rules: readonly LoadedRule[],
  operation: Operation | undefined,
  received: ReceivedResponse,
  level: Level = 'MUST',
): ResponseBreach[] {
  const stated = StatedContract.of(contract);
  const request = {
    method: operation?.method.toUpperCase() ?? 'GET',
    path: operation?.path ?? '/',
    headers: {},
  };
  const item = observedCase(stated, operation, { id: 'received', title: 'a received response', request });
  const outcome = { kind: 'response', wireProblems: [], elapsedMs: 0, ...received } as const;
  const exchange = { case: item, request, outcome };
  const context = new CheckContext(stated);
  return rulesFor(rules, stated)
    .flatMap((rule) =>
      (evaluateRule(rule, exchange, context)?.breaches ?? []).map(({ level, actual, pointer }) => {
        return { rule, level, actual, pointer };
      }),
    )
    .filter((breach) => binds(breach.level, level));
}
