import { brokenRules } from '../events.js';
import type { ConformanceEvent, Failure, PlanEvent, SummaryEvent } from '../events.js';
import { loadRules } from '../rules/load-rules.js';
import type { VerifyOptions } from '../run/options.js';
import { verify } from '../run/verify.js';
import { httpServer } from './small-server.js';
import { keys, shippingContract, smallService } from './small-service.js';

const rules = await loadRules();

/** The events of a run, sorted. */
export interface SuiteRun {
  readonly plan: PlanEvent;
  readonly failures: readonly Failure[];
  readonly summary: SummaryEvent;
  readonly events: readonly ConformanceEvent[];
}

/** Runs the suite against a URL, with the keys of the small service. */
export async function runSuite(options: Partial<VerifyOptions> & { url: string }): Promise<SuiteRun> {
  const given = {
    contract: shippingContract,
    rules,
    key: keys.valid,
    expiredKey: keys.expired,
    limitedKey: keys.limited,
    timeoutMs: 60_000,
    ...options,
  };
  const events: ConformanceEvent[] = [];
  for await (const event of verify(given)) events.push(event);
  const summary = events.at(-1) as SummaryEvent;
  const failures = events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
  return { plan: events[0] as PlanEvent, failures, summary, events };
}

/** A change of the small service: sees every response before it is sent; undefined sends none. */
export type ServiceChange = NonNullable<Parameters<typeof smallService>[0]>;

/** Runs the suite against the small service. */
export async function runAgainstService(
  change?: ServiceChange,
  options: Partial<VerifyOptions> = {},
  scheme = 'http',
): Promise<SuiteRun> {
  const server = await httpServer(smallService(change));
  try {
    return await runSuite({ url: server.url.replace('http', scheme), ...options });
  } finally {
    await server.close();
  }
}

/** The ids of the rules that failed. */
export function failedRules({ failures }: SuiteRun): string[] {
  return failures
    .filter(({ verdict }) => verdict === 'FAIL')
    .flatMap(brokenRules)
    .map(({ id }) => id);
}
