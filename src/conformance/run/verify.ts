import { StatedContract } from '../document/stated-contract.js';
import type { ConformanceEvent } from '../events.js';
import { loadRules } from '../load-rules.js';
import { EventQueue } from './event-queue.js';
import { defaults } from './options.js';
import type { VerifyOptions } from './options.js';
import { Planner } from '../planner.js';
import { glob } from './glob.js';
import { makePlan } from './plan.js';
import type { Plan } from './plan.js';
import { Run } from './run.js';

/**
 * Judges a target against the contract and tells what it finds as it goes: a plan, cases, failures, a summary whose
 * `exitCode` is the command's. Leaving the loop early stops the run.
 *
 * @throws UsageError for a URL or key that no request can be made of, and for `only` that matches nothing
 */
export async function* verify(options: VerifyOptions): AsyncGenerator<ConformanceEvent> {
  const baseUrl = targetUrl(options.url);
  assertKeys(options);
  const stated = new StatedContract(options.contract);
  const rules = options.rules ?? (await loadRules());
  const keys = { valid: options.key, expired: options.expiredKey, limited: options.limitedKey };
  const seed = options.rerun?.seed ?? options.seed ?? defaults.seed;
  const planner = new Planner(stated, keys, seed, options.level ?? defaults.level);
  const plan = makePlan(rules, planner, options);
  assertOnly(options, plan);
  const queue = new EventQueue<ConformanceEvent>();
  const run = new Run(baseUrl, options, planner, plan, (event) => queue.push(event));
  const finished = run.start().then(
    () => queue.end(),
    (error: unknown) => queue.end({ error }),
  );
  try {
    yield* queue;
  } finally {
    run.stop();
    await finished;
  }
}

/** What was given makes no run: one sentence, for exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function targetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `The URL must be an http or https address, such as https://host/api/v1/developer (got ${JSON.stringify(text)}).`,
    );
  if (url.search !== '' || url.hash !== '')
    throw new UsageError('The URL must be the base address alone, without query and fragment.');
  return url;
}

/** Nothing sent is nothing broken, so a mistyped --only would pass. A rule that it names may have nothing to send. */
function assertOnly({ only, rerun }: VerifyOptions, { cases, rules }: Plan): void {
  if (only === undefined || rerun !== undefined || cases.length > 0) return;
  const matches = glob(only);
  if (rules.some(({ id, topic }) => matches(id) || matches(topic))) return;
  throw new UsageError(
    `--only ${JSON.stringify(only)} matches no rule, case or operation; --list tells the rules, --plan the cases.`,
  );
}

function assertKeys({ key, expiredKey, limitedKey }: VerifyOptions): void {
  for (const [name, value] of Object.entries({ key, expiredKey, limitedKey }))
    if (value !== undefined && !/^[\x21-\x7e]+$/.test(value))
      throw new UsageError(
        `${name} must be visible ASCII characters without blanks; anything else can't stand in a header.`,
      );
}
