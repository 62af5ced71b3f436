import { withoutPasswords } from '../../contract/printing/without-passwords.js';
import { OptionError } from '../../contract/option-error.js';
import { assertKeys, keysOf } from '../cases/credentials/given-keys.js';
import { Planner } from '../cases/planner.js';
import { StatedContract } from '../document/stated-contract.js';
import type { ConformanceEvent } from '../events.js';
import { runRedactor } from '../evidence/run-redactor.js';
import { loadRules } from '../rules/load-rules.js';
import { EventQueue } from './event-queue.js';
import { assertExpectedFailures } from './expected-failures.js';
import { glob } from './glob.js';
import { withDefaults, type RunNote, type RunOptions, type VerifyOptions } from './options.js';
import { makePlan, type Plan } from './plan.js';
import { assertRerun } from './rerun.js';
import { Run } from './run.js';
import type { LoadedRule } from '../rules/rule.js';

/**
 * Checks a target against the contract, and yields what it finds as it goes: a plan, cases, failures, and a summary whose
 * `exitCode` is the command's. Leaving the loop early stops the run.
 *
 * @param note receives what a supervisor needs besides the events
 * @throws OptionError for a URL or key that no request can be made of, for an expected failure of a rule or operation that there is not, for `only` when it matches nothing, and for `rerun`
 *   when the plan lacks one of its cases
 */
export async function* verify(
  given: VerifyOptions,
  note?: (note: RunNote) => void,
): AsyncGenerator<ConformanceEvent> {
  const options = withDefaults(given);
  const { beganAt = options.now() } = options;
  const baseUrl = targetUrl(options);
  assertKeys(options);
  const known = options.rules ?? (await loadRules());
  const rules = options.strictHttp ? strictRules(known) : known;
  const { planner, plan } = planWithinWork(rules, options, beganAt);
  assertExpectedFailures(options.expectedFailures, known, options.contract);
  assertOnly(options, plan);
  assertRerun(options, plan, planner);
  const queue = new EventQueue<ConformanceEvent>();
  const run = new Run(baseUrl, options, planner, plan, beganAt, (event) => queue.push(event), note);
  const finished = run.start().then(
    () => queue.end(),
    (error: unknown) => queue.end({ error }),
  );
  try {
    yield* queue;
  } finally {
    run.stop('the run was ended');
    await finished;
  }
}

/** The work that the patterns of a document may take for a plan, as a multiple of what one request may take. */
const planWork = 5;

/** Part of a run's time that its plan may take: a document that takes more gets a shorter plan. */
const planShare = 1 / 2;

function planWithinWork(
  rules: readonly LoadedRule[],
  options: RunOptions,
  beganAt: number,
): { planner: Planner; plan: Plan } {
  const { contract, seed, level, allowWrites, strictHttp, maxTimeSeconds, now } = options;
  const isLate = (): boolean => now() - beganAt > maxTimeSeconds * 1000 * planShare;
  const stated = StatedContract.of(contract);
  const make = (): { planner: Planner; plan: Plan } => {
    const planner = new Planner(stated, keysOf(options), seed, level, allowWrites, strictHttp);
    return { planner, plan: makePlan(rules, planner, { ...options, isLate }) };
  };
  return contract.validators.patternWork?.share(make, planWork).made ?? make();
}

function targetUrl({ url: text, nameOption, contract, headers, ...options }: RunOptions): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const name = nameOption('url');
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const shown = runRedactor({ url: text, keys: keysOf(options), headers, contract }).text(text);
    throw new OptionError(
      `${name} must be an http or https address, such as https://host/api/v1/developer (got ${withoutPasswords(JSON.stringify(shown))}).`,
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw new OptionError(`${name} must be the base address alone, without query and fragment.`);
  return url;
}

/** A run that sends nothing breaks nothing, so a mistyped `only` would pass. A rule that it names may have nothing to send. */
function assertOnly({ only, rerun, nameOption }: RunOptions, { cases, withheld, rules }: Plan): void {
  if (only === undefined || rerun !== undefined || cases.length + withheld.length > 0) return;
  const matches = glob(only);
  if (rules.some(({ id, topic }) => matches(id) || matches(topic))) return;
  throw new OptionError(
    `${nameOption('only')} ${JSON.stringify(only)} matches no rule, topic, case or operation.`,
  );
}

/** The rules of a run that is strict about HTTP: what practice ignores is a MUST too. */
function strictRules(rules: readonly LoadedRule[]): LoadedRule[] {
  return rules.map((rule): LoadedRule => (rule.strictHttp ? { ...rule, level: 'MUST' } : rule));
}
