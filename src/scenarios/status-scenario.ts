import { reasonPhrases } from './reason-phrases.js';
import { maxDelayMs, type EffectTemplate, type ForcedAnswer, type Scenario } from './scenario.js';
import { millisecondsOf } from './duration.js';

/** The scenario `status-CODE` of some operations: it always forces an answer. @param operations their ids */
export function statusScenario(
  status: number,
  operations: readonly string[],
  answerFor: (operationId: string) => ForcedAnswer | undefined,
): Scenario {
  return {
    name: `status-${status}`,
    title: `Answers ${status} ${reasonPhrases[status] ?? ''}`.trimEnd(),
    advice: adviceFor(status),
    ...always(operations, { answerFor, delay: undefined }),
  };
}

/** Advice of HTTP to clients about a status (RFC 9110 section 15, RFC 6585 section 4). */
function adviceFor(status: number): string {
  if (status === 401) return 'Ask for another key; do not send the same one again.';
  if (status === 403) return 'Say that the key lacks the permission; do not retry.';
  if (status === 404) return 'Treat it as an answer: what was asked for does not exist; do not retry.';
  if (status === 429) return 'Wait as long as the answer says, then retry and back off exponentially.';
  if (status >= 500) return 'Retry a few times with growing waits, then give up with a message.';
  return 'Show what is wrong with the request; do not send it again unchanged.';
}

/**
 * The scenario `delay-TIME`, such as `delay-800ms` or `delay-3s`: every response of the document comes that much later. It needs no
 * file, and goes with others: `flaky, delay-800ms`. Undefined for another name, and for a longer time than a scenario may take.
 *
 * @param operations all of the document, by id
 */
export function delayScenario(name: string, operations: ReadonlyMap<string, unknown>): Scenario | undefined {
  const time = /^delay-(\d{1,6}(?:ms|s))$/.exec(name)?.[1];
  const ms = time === undefined ? 0 : millisecondsOf(time);
  if (time === undefined || ms === 0 || ms > maxDelayMs) return undefined;
  return {
    name,
    title: `Waits ${time}, then responds as usual`,
    advice: 'Show that something is under way, and give up only after your own time limit.',
    ...always(operations.keys(), { answerFor: undefined, delay: { kind: 'fixed', ms } }),
  };
}

/** The rest of a scenario that no file holds: one effect on every call. */
function always(operations: Iterable<string>, effect: Pick<EffectTemplate, 'answerFor' | 'delay'>) {
  return {
    file: undefined,
    breaksContract: false,
    operations: new Set(operations),
    match: { headers: [], body: [] },
    schedule: {
      kind: 'always',
      effect: { ...effect, patches: [], headers: [], spendQuota: false, fault: undefined },
    },
  } as const;
}
