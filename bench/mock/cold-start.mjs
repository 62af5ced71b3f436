/** From the start of the process to its first answered request, found by asking every few milliseconds; in alternation. */
import { startServer } from './server-process.mjs';
import { spread } from './spread.mjs';

/** @param {{ contenders: import('./contenders.mjs').Contender[], rounds: number, say: (line: string) => void }} how */
export async function measureColdStart({ contenders, rounds, say }) {
  const times = new Map(contenders.map(({ name }) => [name, []]));
  const failed = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const contender of contenders.filter(({ name }) => times.has(name))) {
      try {
        const server = await startServer(contender);
        // The first round only fills the disk cache.
        if (round >= 0) times.get(contender.name).push(server.firstAnswerMs);
        await server.stop();
      } catch (error) {
        times.delete(contender.name);
        failed.push({ name: contender.name, why: error.message });
        say(`${contender.name} is left out from here on: ${error.message}`);
      }
    }
  }
  const rows = [...times].map(([server, own]) => ({ server, ms: spread(own) }));
  for (const { server, ms } of rows) say(`cold start, ${server}: ${ms.median} ms (${ms.low} to ${ms.high})`);
  return { rounds, rows, failed };
}
