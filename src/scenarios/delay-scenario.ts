import { millisecondsOf } from './duration.js';
import { maxDelayMs, type Scenario } from './scenario.js';

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
    file: undefined,
    breaksContract: false,
    operations: new Set(operations.keys()),
    match: { headers: [], body: [] },
    schedule: {
      kind: 'always',
      effect: {
        answerFor: undefined,
        patches: [],
        headers: [],
        delay: { kind: 'fixed', ms },
        spendQuota: false,
        fault: undefined,
      },
    },
  };
}
