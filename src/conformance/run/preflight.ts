import type { Exchange } from '../target/exchange.js';
import { header } from '../target/exchange.js';
import { printableLine } from '../evidence/printable.js';
import type { LoadedRule } from '../rules/rule.js';
import { isTlsError } from '../target/network-error.js';
import type { Case } from '../cases/case.js';
import type { Planner } from '../cases/planner.js';
import { caseOf } from './plan.js';

/** One valid request to each of the first operations, those that the specification states before others. */
export function preflightCases(planner: Planner): Case[] {
  const { stated } = planner;
  const { operations } = stated.contract;
  const first = operations.filter((operation) => stated.levelOf(operation) === 'MUST');
  return (first.length > 0 ? first : operations).slice(0, 5).map((operation, index) => {
    const request = planner.request(operation);
    return caseOf(
      preflightRule,
      { detail: String(index), title: 'a valid request', operation, request, accept: [] },
      planner,
    );
  });
}

/**
 * Whether a target can be judged at all, from one valid request to each operation: a wrong address or key is one sentence,
 * not hundreds of failures.
 *
 * @returns the sentence, or undefined when judging makes sense
 */
export function cannotJudge(
  exchanges: readonly Exchange[],
  planner: Planner,
  target: string,
): string | undefined {
  const first = exchanges[0];
  if (first === undefined) return 'The document has no operation that this level judges.';
  const silent = exchanges.map(({ outcome }) => outcome).filter((outcome) => outcome.kind === 'no answer');
  // Bytes that are no answer are the target's failure, not a reason to stop.
  const nothing = silent.every(({ begun, code }) => !begun && !code.startsWith('HPE_'));
  if (silent.length === exchanges.length && nothing) return unreachable(silent[0], target);
  const statuses = exchanges.map(({ outcome }) => (outcome.kind === 'answer' ? outcome.status : 0));
  const all = (test: (status: number) => boolean) => statuses.every(test);
  if (all((status) => status === 404))
    return `${target} answers 404 to every operation: the URL must be the base address that the paths of the document follow, such as https://host/api/v1/developer.`;
  if (all((status) => status >= 300 && status < 400))
    return `${target} redirects every request${redirection(first)}.`;
  if (all((status) => status === 429))
    return `${target} answers 429 to everything: wait until its rate limit allows requests again.`;
  if (all((status) => status === 401 || status === 403))
    return refusedKey(planner, statuses[0] ?? 401, target);
  return undefined;
}

function unreachable(silent: { code: string; reason: string } | undefined, target: string): string {
  const reason = printableLine(silent?.reason ?? 'no answer came');
  if (silent !== undefined && isTlsError(silent.code)) return `${target} can't be reached safely: ${reason}.`;
  if (silent?.code === 'TIMEOUT' || silent?.code === 'ECONNRESET')
    return `${target} accepts connections but gives no answer: ${reason}.`;
  return `${target} can't be reached: ${reason}.`;
}

function redirection({ outcome }: Exchange): string {
  const location = outcome.kind === 'answer' ? header(outcome, 'location') : undefined;
  return location === undefined
    ? ''
    : ` to ${printableLine(location)}; give that address if it is the right one`;
}

function refusedKey(planner: Planner, status: number, target: string): string {
  return planner.keys.valid === undefined
    ? `${target} answers ${status} without a key: give one with --key, --key-file or DRYDOCK_KEY.`
    : `${target} answers ${status} to every operation with the key that was given: it must be a valid key of this server.`;
}

const preflightRule: LoadedRule = {
  ...{ id: 'preflight', topic: '', title: '', section: '', sentence: '', expected: [] },
  ...{ level: 'MUST', scope: 'any' },
};
