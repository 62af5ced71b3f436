/** Resident memory of Drydock over many requests: GET and POST in turn, 32 connections. */
import { spread } from '../figures/spread.mjs';
import { kinds } from '../load/requests.mjs';
import { runLoad } from '../load/run-load.mjs';
import { startServer } from '../processes/server-process.mjs';
import { drydock } from '../servers/drydock.mjs';

const STEPS = 20;

/** @param {{ requests: number, say: (line: string) => void }} how */
export async function measureMemory({ requests, say }) {
  const server = await startServer(drydock());
  const megabytes = () => Math.round(server.residentBytes() / 1e6);
  const start = megabytes();
  const samples = [];
  const names = Object.keys(kinds);
  try {
    for (let step = 0; step < STEPS; step += 1) {
      const count = requests / STEPS / names.length;
      for (const kind of names) await runLoad(server, kind, { connections: 32, count });
      samples.push(megabytes());
    }
  } finally {
    await server.stop();
  }
  const [firstHalf, secondHalf] = [samples.slice(0, STEPS / 2), samples.slice(STEPS / 2)];
  const row = {
    requests,
    start,
    firstHalf: spread(firstHalf).median,
    secondHalf: spread(secondHalf).median,
    end: samples.at(-1),
  };
  say(`memory: ${start} MB at the start, ${row.end} MB after ${requests} requests`);
  return row;
}
