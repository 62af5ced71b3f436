import { reasonPhrases } from './reason-phrases.js';
import type { ForcedAnswer, Scenario } from './scenario.js';

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
    file: undefined,
    breaksContract: false,
    operations: new Set(operations),
    match: { headers: [], body: [] },
    schedule: {
      kind: 'always',
      effect: {
        answerFor,
        patches: [],
        headers: [],
        delay: undefined,
        spendQuota: false,
        fault: undefined,
      },
    },
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
