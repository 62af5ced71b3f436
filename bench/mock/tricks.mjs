/**
 * Measures what each trick of src/server/http takes off the processor time of a request: a mock with it and one without it side by side get
 * the same requests in turn, and their processor times are compared round by round.
 */
import { spread } from '../figures/spread.mjs';
import { kinds as requestsOf } from '../load/requests.mjs';
import { sendLoad } from '../load/send-load.mjs';
import { loadModules } from '../../src/build/load-modules.mjs';
import { startServer } from '../processes/server-process.mjs';
import { drydock } from '../servers/drydock.mjs';

/** V8 compiles the same program a little differently each time, so the rounds are shared out among so many pairs of processes. */
const PAIRS = 3;

/** The names that DRYDOCK_PLAIN_HTTP takes. */
export async function trickNames() {
  const { tricks } = await loadModules('tricks', 'server/http/tricks/tricks.ts');
  return tricks;
}

/**
 * A mock without some tricks.
 *
 * @param {string} names as DRYDOCK_PLAIN_HTTP takes them: several between commas, `1` for all
 */
export const withoutTricks = (names) => ({ ...drydock(), env: { DRYDOCK_PLAIN_HTTP: names } });

/**
 * @param {{ variants: Record<string, object>, kinds: string[], rounds: number, count: number, say: (line: string) => void }} how
 *   `variants` are contenders that lack something, by the name of what they lack; `count` requests are sent in a round
 */
export async function measureTricks({ variants, kinds, rounds, count, say }) {
  const rows = [];
  for (const [trick, variant] of Object.entries(variants)) {
    const costs = new Map(kinds.map((kind) => [kind, []]));
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const servers = { with: await startServer(drydock()), without: await startServer(variant) };
      for (const kind of kinds)
        costs.get(kind).push(...(await compare(servers, kind, Math.ceil(rounds / PAIRS), count)));
      for (const server of Object.values(servers)) await server.stop();
    }
    for (const kind of kinds) {
      rows.push({ trick, kind, ...summary(costs.get(kind)) });
      say(line(rows.at(-1)));
    }
  }
  return { rounds, count, rows };
}

/** Measures the cost of each of the two mocks in each round. */
async function compare(servers, kind, rounds, count) {
  for (const server of Object.values(servers)) await costOf(server, kind, 2 * count);
  const costs = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order changes every round, so that a machine that slows down favours neither.
    const order = round % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
    const cost = {};
    for (const which of order) cost[which] = await costOf(servers[which], kind, count);
    costs.push(cost);
  }
  return costs;
}

function summary(costs) {
  const micros = (which) => spread(costs.map((cost) => cost[which])).median;
  const saved = costs.map((cost) => 1 - cost.with / cost.without).sort((a, b) => a - b);
  const quartile = (share) => Math.round(saved[Math.floor(saved.length * share)] * 1000) / 1000;
  return {
    microsWith: micros('with'),
    microsWithout: micros('without'),
    saved: { median: quartile(0.5), low: quartile(0.25), high: quartile(0.75) },
  };
}

/** Microseconds of processor time per request. */
async function costOf(server, kind, count) {
  const before = server.cpuMicrosOfThreads();
  const requests = requestsOf[kind](server);
  const { failed } = await sendLoad(server.port, requests, { connections: 32, count });
  if (failed > 0) throw new Error(`${failed} of ${count} requests failed`);
  return (server.cpuMicrosOfThreads() - before) / count;
}

function line({ trick, kind, microsWith, microsWithout, saved }) {
  const [median, low, high] = [saved.median, saved.low, saved.high].map((share) => (share * 100).toFixed(1));
  return `${kind}, ${trick}: ${microsWith} µs with it, ${microsWithout} µs without; it takes off ${median} % (half of the rounds: ${low} to ${high})`;
}
