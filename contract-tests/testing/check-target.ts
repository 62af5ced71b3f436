import type { Failure, SummaryEvent } from '../../src/conformance/events.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import type { VerifyOptions } from '../../src/conformance/run/options.js';
import { verify } from '../../src/conformance/run/verify.js';
import { loadShippingContract } from '../../src/shipping/shipping-service.js';
import type { TargetUnderTest } from './target-under-test.js';

/** Loaded and compiled once for all runs of a test file. */
const [contract, rules] = [await loadShippingContract(), await loadRules()];

/** The suite's findings about a target. */
export interface Checked {
  readonly failures: readonly Failure[];
  readonly summary: SummaryEvent;
}

/** Runs the suite against a target. */
export async function checkTarget(
  { url, key, expiredKey, limitedKey }: TargetUnderTest,
  options: Partial<VerifyOptions> = {},
): Promise<Checked> {
  const failures: Failure[] = [];
  for await (const event of verify({ url, key, expiredKey, limitedKey, contract, rules, ...options })) {
    if (event.type === 'failure') failures.push(event.failure);
    if (event.type === 'summary') return { failures, summary: event };
  }
  throw new Error('The run ended without a summary.');
}
