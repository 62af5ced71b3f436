/**
 * Requests per second and their latencies. All servers run at once and get their turns in alternation, so that a slow moment of
 * the machine meets them all; the ratio to the bare server is taken within each round.
 */
import { load } from './load.mjs';
import { kinds } from './requests.mjs';
import { startServer } from './server-process.mjs';
import { spread } from './spread.mjs';

/**
 * @param {{ contenders: import('./contenders.mjs').Contender[], rounds: number, seconds: number, warmUp: number,
 *   connections: number[], say: (line: string) => void }} how the first contender is the one that the others are compared with
 */
export async function measureThroughput({ contenders, say, ...how }) {
  const failed = [];
  const giveUp = (name, error) => {
    // Without it there is nothing to compare with.
    if (name === contenders[0].name) throw error;
    failed.push({ name, why: error.message });
    say(`${name} is left out from here on: ${error.message}`);
  };
  const running = [];
  for (const contender of contenders) {
    try {
      running.push({ ...contender, server: await startServer(contender) });
    } catch (error) {
      giveUp(contender.name, error);
    }
  }
  await warm(running, how.warmUp, giveUp);
  const rows = [];
  for (const kind of Object.keys(kinds)) {
    for (const connections of how.connections) {
      const measured = await measureRounds(running, { ...how, kind, connections, giveUp });
      rows.push(...measured);
      for (const row of measured) say(line(row));
    }
  }
  for (const { server } of running) await server.stop();
  return { rounds: how.rounds, seconds: how.seconds, warmUp: how.warmUp, rows, failed };
}

/** Compilers need time, the Java one most of all. */
async function warm(running, seconds, giveUp) {
  for (const contender of [...running]) {
    await unlessItFails(running, contender, giveUp, async () => {
      for (const kind of Object.keys(kinds)) {
        await load(contender.server, kinds[kind](contender.server), { connections: 32, seconds });
      }
    });
  }
}

/** A server that fails leaves; the others go on. */
async function unlessItFails(running, contender, giveUp, act) {
  try {
    await act();
  } catch (error) {
    giveUp(contender.name, error);
    running.splice(running.indexOf(contender), 1);
    await contender.server.stop();
  }
}

/** Rounds of one kind of load, after one that does not count. */
async function measureRounds(running, { kind, connections, rounds, seconds, giveUp }) {
  const results = new Map(running.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    const shift = Math.max(round, 0) % running.length;
    for (const contender of [...running.slice(shift), ...running.slice(0, shift)]) {
      const { name, server } = contender;
      await unlessItFails(running, contender, giveUp, async () => {
        const cpu = server.cpuMicros();
        const length = round < 0 ? 1 : seconds;
        const result = await load(server, kinds[kind](server), { connections, seconds: length });
        const cpuMicros = (server.cpuMicros() - cpu) / result.requests;
        if (round >= 0) results.get(name).push({ ...result, cpuMicros });
      });
    }
  }
  for (const name of results.keys()) if (!running.some((each) => each.name === name)) results.delete(name);
  const bare = results.get(running[0].name);
  return [...results].map(([server, own]) => ({ kind, connections, server, ...summary(own, bare) }));
}

function summary(own, bare) {
  const perSecond = ({ requests, micros }) => (requests / micros) * 1e6;
  const ms = (name) => spread(own.map((result) => result[name] / 1000)).median;
  return {
    perSecond: spread(own.map(perSecond)),
    ofBare: spread(own.map((result, round) => perSecond(result) / perSecond(bare[round]))),
    cpuMicros: spread(own.map(({ cpuMicros }) => cpuMicros)),
    cpuOfBare: spread(own.map(({ cpuMicros }, round) => bare[round].cpuMicros / cpuMicros)),
    ms: { p50: ms('p50'), p99: ms('p99'), 'p99.9': ms('p99.9') },
  };
}

function line({ kind, connections, server, perSecond, ofBare, cpuMicros, cpuOfBare }) {
  const rate = `${Math.round(perSecond.median)}/s, ${ofBare.median.toFixed(2)} of bare`;
  const cpu = `${cpuMicros.median.toFixed(0)} µs of processor each, ${cpuOfBare.median.toFixed(2)} of bare`;
  return `${kind} ${connections} connections, ${server}: ${rate} (${ofBare.low.toFixed(2)} to ${ofBare.high.toFixed(2)}); ${cpu}`;
}
