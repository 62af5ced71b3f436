import type { Failure, SummaryEvent } from '../../src/conformance/events.js';
import { verify } from '../../src/index.js';
import type { VerifyOptions } from '../../src/conformance/run/options.js';
import type { TargetUnderTest } from './target-under-test.js';

/** What the suite found out about a target. */
export interface Checked {
  readonly failures: readonly Failure[];
  readonly summary: SummaryEvent;
}

/** Runs the suite against a target. */
export async function checkTarget(
  target: TargetUnderTest,
  options: Partial<VerifyOptions> = {},
): Promise<Checked> {
  const failures: Failure[] = [];
  for await (const event of verify({ ...target, ...options })) {
    if (event.type === 'failure') failures.push(event.failure);
    if (event.type === 'summary') return { failures, summary: event };
  }
  throw new Error('The run ended without a summary.');
}
