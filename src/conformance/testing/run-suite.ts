import type { IncomingMessage, ServerResponse } from 'node:http';
import { brokenRules } from '../events.js';
import type { ConformanceEvent, Failure, PlanEvent, SummaryEvent } from '../events.js';
import { loadRules } from '../rules/load-rules.js';
import type { LoadedRule } from '../rules/rule.js';
import type { VerifyOptions } from '../run/options.js';
import { verify } from '../run/verify.js';
import { httpServer, wholeRequests } from './small-server.js';
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

/** The result of a run against a small server. */
export interface WritingRun {
  readonly verdict: string;
  /** The operations that never answered a valid request with success. */
  readonly unserved: number;
  /** A line for each failure: rule, operation, what came, and the title of the case. */
  readonly failed: readonly string[];
  /** The same for each warning. */
  readonly warned: readonly string[];
}

/** Runs the suite, with writes and without keys, against a server of that answer to a request with its whole body. */
export async function runWithWrites(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
  options: Partial<VerifyOptions> & Pick<VerifyOptions, 'contract'>,
): Promise<WritingRun> {
  const server = await httpServer(wholeRequests(answer));
  const withoutKeys = { key: undefined, expiredKey: undefined, limitedKey: undefined };
  try {
    const { failures, summary } = await runSuite({
      ...{ url: server.url, allowWrites: true, ...withoutKeys, ...options },
    });
    const told = (wanted: string) =>
      failures
        .filter(({ verdict }) => verdict === wanted)
        .map(({ rule, operation, actual, title }) => `${rule.id} ${operation ?? ''}: ${actual}; ${title}`);
    return {
      verdict: summary.verdict,
      unserved: summary.unserved?.operations ?? 0,
      ...{ failed: told('FAIL'), warned: told('WARN') },
    };
  } finally {
    await server.close();
  }
}

/** The rules that expectations name, of all: a fault is found by them alone in a fraction of the time. @throws when none is named */
export function rulesNamedIn(...expected: readonly RegExp[]): readonly LoadedRule[] {
  const names = expected.flatMap(({ source }) => source.match(/[a-z]+(?:-[a-z]+)*/g) ?? []);
  const named = rules.filter(({ id }) => names.some((name) => id === name || id.endsWith(`/${name}`)));
  if (named.length === 0) throw new Error(`No rule is named in ${expected.join(', ')}`);
  return named;
}
