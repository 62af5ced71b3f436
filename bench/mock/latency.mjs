/**
 * Latencies while requests come by the clock, at several rates: see the open loop of bench/load/send-load.mjs. A server that can't
 * keep up with a rate has no latency there, only a number of requests that it answers.
 */
import { spread } from '../figures/spread.mjs';
import { kinds } from '../load/requests.mjs';
import { runLoad } from '../load/run-load.mjs';
import { RunningServers } from './running-servers.mjs';

const CONNECTIONS = 128;
/** The share of its requests that a server must answer in time to keep up. */
const KEEPS_UP = 0.99;
const percentiles = ['p50', 'p99', 'p99.9'];

/**
 * @param {{ contenders: import('../servers/contenders.mjs').Contender[], rates: number[], rounds: number, seconds: number,
 *   warmUp: { seconds: number, count: number }, say: (line: string) => void }} how `rates` in requests per second
 */
export async function measureLatency({ contenders, rates, rounds, seconds, warmUp, say }) {
  const servers = await RunningServers.start(contenders, { warmUp, say });
  const rows = [];
  for (const kind of Object.keys(kinds)) {
    for (const rate of rates) {
      const samples = new Map(servers.names.map((name) => [name, []]));
      for (let round = 0; round < rounds; round += 1) {
        await servers.takeTurns(round, async (name, server) => {
          const own = samples.get(name);
          // A server that is far behind gets no further requests.
          if (own.some(({ onTime }) => onTime < 0.5)) return;
          own.push(await runLoad(server, kind, { connections: CONNECTIONS, rate, seconds }));
        });
      }
      for (const name of servers.names)
        rows.push({ kind, rate, server: name, ...summary(samples.get(name)) });
      for (const row of rows.filter((each) => each.kind === kind && each.rate === rate)) say(line(row));
    }
  }
  await servers.stop();
  return { rounds, seconds, connections: CONNECTIONS, rows, failed: servers.failed };
}

/** Middle of the rounds. */
function summary(samples) {
  const median = (name) => spread(samples.map((sample) => sample[name])).median;
  const perSecond = median('perSecond');
  if (median('onTime') < KEEPS_UP) return { perSecond };
  return { perSecond, ms: Object.fromEntries(percentiles.map((name) => [name, median(name) / 1000])) };
}

function line({ kind, rate, server, perSecond, ms }) {
  const what = ms
    ? percentiles.map((name) => `${name} ${ms[name].toFixed(2)} ms`).join(', ')
    : `can't keep up, answers ${Math.round(perSecond)} per second`;
  return `${kind} at ${rate} per second, ${server}: ${what}`;
}
