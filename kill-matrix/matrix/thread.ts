/** One thread of the kill matrix: takes servers from the shared lists until there are none left. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadedRule } from '../../src/conformance/rules/rule.js';
import { loadRules } from '../../src/conformance/rules/load-rules.js';
import { loadShippingContract } from '../../src/shipping/shipping-service.js';
import { KeySearches } from '../secrets/searched-reports.js';
import { checkNamedRules, checkRules, checkWhole, type Result } from './check-server.js';
import type { Assignment } from './run-matrix.js';
import { loadServers, type Server } from './servers.js';

/** While one run waits for its responses to be written, another has some to read. */
const busyAtOnce = 2;

const { waiting, waitingAtOnce, busy, taken, namedRulesOnly, added } = workerData as Assignment;
const suite = {
  contract: await loadShippingContract(),
  rules: planOnce(await loadRules()),
  searches: new KeySearches(),
};
const servers = new Map((await loadServers()).map((server) => [server.variation.id, server]));

function check(server: Server): Promise<Result> {
  const { kind, variation } = server;
  if (kind === 'fault' && namedRulesOnly.has(variation.id)) return checkNamedRules(server, variation, suite);
  if (added && !added.servers.has(variation.id)) return checkRules(server, added.rules, suite);
  return checkWhole(server, suite);
}

async function takeAll(ids: readonly string[], list: 0 | 1): Promise<void> {
  for (let index = Atomics.add(taken, list, 1); index < ids.length; index = Atomics.add(taken, list, 1)) {
    const server = servers.get(ids[index] ?? '');
    if (server) parentPort?.postMessage(await check(server));
  }
}

await Promise.all([
  ...Array.from({ length: waitingAtOnce }, () => takeAll(waiting, 0)),
  ...Array.from({ length: busyAtOnce }, () => takeAll(busy, 1)),
]);

type SendingRule = LoadedRule & { cases: NonNullable<LoadedRule['cases']> };
type Planned = ReturnType<SendingRule['cases']>;

/**
 * The same rules, which remember the cases that they made: servers with the same keys, checked at the same level, get the same.
 */
function planOnce(rules: readonly LoadedRule[]): LoadedRule[] {
  return rules.map((rule) => (rule.cases === undefined ? rule : rememberingCases(rule)));
}

function rememberingCases(rule: SendingRule): LoadedRule {
  const made = new Map<string, Planned>();
  return {
    ...rule,
    cases(planner) {
      const key = JSON.stringify([planner.level, planner.keys]);
      const known = made.get(key);
      if (known) return known;
      const planned = rule.cases(planner);
      const cases = 'skip' in planned ? planned : [...planned];
      made.set(key, cases);
      return cases;
    },
  };
}
