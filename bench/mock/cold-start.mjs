/** From the start of the process to its first response, polled every few milliseconds, and the memory at that moment. */
import { spread } from '../figures/spread.mjs';
import { startServer } from '../processes/server-process.mjs';

/** @param {{ contenders: import('../servers/contenders.mjs').Contender[], rounds: number, say: (line: string) => void }} how */
export async function measureColdStart({ contenders, rounds, say }) {
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  const failed = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const contender of contenders.filter(({ name }) => samples.has(name))) {
      try {
        const server = await startServer(contender);
        const sample = { ms: server.firstResponseMs, mb: server.residentBytes() / 1e6 };
        // The first round only fills the disk cache.
        if (round >= 0) samples.get(contender.name).push(sample);
        await server.stop();
      } catch (error) {
        samples.delete(contender.name);
        failed.push({ name: contender.name, why: error.message });
        say(`${contender.name} is left out from here on: ${error.message}`);
      }
    }
  }
  const rows = [...samples].map(([server, own]) => ({
    server,
    ms: spread(own.map(({ ms }) => ms)),
    mb: spread(own.map(({ mb }) => mb)).median,
  }));
  for (const { server, ms, mb } of rows)
    say(`cold start, ${server}: ${ms.median} ms (${ms.low} to ${ms.high}), ${mb} MB`);
  return { rounds, rows, failed };
}
