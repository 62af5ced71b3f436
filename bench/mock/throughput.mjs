/**
 * Measures the requests per second of each server, and the processor time of one. Every ratio is taken within a round,
 * to the bare server that is measured beside the others.
 */
import { spread } from '../figures/spread.mjs';
import { kinds } from '../load/requests.mjs';
import { runLoad } from '../load/run-load.mjs';
import { RunningServers } from './running-servers.mjs';

const CONNECTIONS = 32;

/**
 * @param {{ contenders: import('../servers/contenders.mjs').Contender[], rounds: number,
 *   length: { seconds: number, count?: number }, warmUp: { seconds: number, count: number },
 *   say: (line: string) => void }} how the first contender is the one that the others are compared with
 */
export async function measureThroughput({ contenders, rounds, length, warmUp, say }) {
  const servers = await RunningServers.start(contenders, { warmUp, say });
  const rows = [];
  for (const kind of Object.keys(kinds)) {
    const samples = new Map();
    for (let round = 0; round < rounds; round += 1) {
      await servers.takeTurns(round, async (name, server) => {
        const sample = await measureOnce(server, kind, length);
        samples.set(name, [...(samples.get(name) ?? []), sample]);
      });
    }
    const bare = samples.get(contenders[0].name);
    if (!servers.names.includes(contenders[0].name)) throw new Error(servers.failed[0].why);
    for (const name of servers.names) rows.push({ kind, server: name, ...summary(samples.get(name), bare) });
    for (const row of rows.filter((each) => each.kind === kind))
      say(line(row, shareOf(samples.get(row.server))));
  }
  await servers.stop();
  return { rounds, seconds: length.seconds, connections: CONNECTIONS, rows, failed: servers.failed };
}

async function measureOnce(server, kind, length) {
  const before = server.cpuMicros();
  const { perSecond, requests, generatorShare } = await runLoad(server, kind, {
    connections: CONNECTIONS,
    ...length,
  });
  return { perSecond, cpuMicros: (server.cpuMicros() - before) / requests, generatorShare };
}

function summary(own, bare) {
  return {
    perSecond: spread(own.map(({ perSecond }) => perSecond)),
    ofBare: spread(own.map(({ perSecond }, round) => perSecond / bare[round].perSecond)),
    cpuMicros: spread(own.map(({ cpuMicros }) => cpuMicros)),
  };
}

/** The share of a core that the load itself took: near 1 it would be the load that is measured. */
const shareOf = (samples) => spread(samples.map(({ generatorShare }) => generatorShare)).median;

function line({ kind, server, perSecond, ofBare, cpuMicros }, generatorShare) {
  const rate = `${Math.round(perSecond.median)} per second, ${ofBare.median.toFixed(2)} of bare`;
  const cpu = `${cpuMicros.median.toFixed(0)} µs of processor each`;
  return `${kind}, ${server}: ${rate} (${ofBare.low.toFixed(2)} to ${ofBare.high.toFixed(2)}); ${cpu}; the load took ${generatorShare.toFixed(2)} of a core`;
}
