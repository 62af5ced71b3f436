/** Resident memory after the first answer, and after many requests: GET and POST in turn, 32 connections. */
import { load } from './load.mjs';
import { kinds } from './requests.mjs';
import { startServer } from './server-process.mjs';

const CHUNK_SECONDS = 2;

/**
 * @param {{ contenders: import('./contenders.mjs').Contender[], requests: number, seconds: (name: string) => number,
 *   say: (line: string) => void }} how a server gets its requests until there are enough or its seconds are over
 */
export async function measureMemory({ contenders, requests, seconds, say }) {
  const rows = [];
  const failed = [];
  for (const contender of contenders) {
    try {
      const row = await watch(contender, requests, seconds(contender.name));
      rows.push(row);
      say(
        `memory, ${row.server}: ${row.startMb} MB at the start, ${row.samples.at(-1).mb} MB after ${row.samples.at(-1).requests} requests`,
      );
    } catch (error) {
      failed.push({ name: contender.name, why: error.message });
      say(`${contender.name} is left out: ${error.message}`);
    }
  }
  return { requests, rows, failed };
}

async function watch(contender, enough, seconds) {
  const server = await startServer(contender);
  const megabytes = () => Math.round(server.rssBytes() / 1e5) / 10;
  const startMb = megabytes();
  const samples = [];
  let answered = 0;
  const end = performance.now() + seconds * 1000;
  try {
    while (answered < enough && performance.now() < end) {
      for (const kind of Object.keys(kinds)) {
        const result = await load(server, kinds[kind](server), { connections: 32, seconds: CHUNK_SECONDS });
        answered += result.requests;
      }
      samples.push({ requests: answered, mb: megabytes() });
    }
  } finally {
    await server.stop();
  }
  return { server: contender.name, startMb, samples };
}
