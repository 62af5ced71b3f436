/** The contract suite with its defaults against a local mock: `drydock verify URL` as a process, from start to exit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spread } from '../figures/spread.mjs';
import { run } from '../processes/processes.mjs';
import { startServer } from '../processes/server-process.mjs';
import { folder } from '../processes/temporary-folder.mjs';
import { drydock, main } from '../servers/drydock.mjs';

/** @param {{ rounds: number, say: (line: string) => void }} how */
export async function measureSuite({ rounds, say }) {
  const seconds = [];
  let requests = 0;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer(drydock());
    try {
      const outcome = await run(process.execPath, verifyOf(server), { seconds: 60 });
      if (outcome.exitCode !== 0)
        throw new Error(`The suite ended with ${outcome.exitCode}: ${outcome.output.slice(-400)}`);
      seconds.push(outcome.seconds);
      requests = JSON.parse(readFileSync(report, 'utf8')).summary.requests;
    } finally {
      await server.stop();
    }
  }
  const row = { seconds: spread(seconds), requests };
  say(`suite: ${row.seconds.median} s (${row.seconds.low} to ${row.seconds.high}), ${requests} requests`);
  return { rounds, ...row };
}

const report = join(folder, 'suite.json');
const keys = [
  '--key',
  'dk_test_bench',
  '--expired-key',
  'dk_expired_bench',
  '--limited-key',
  'dk_limited_bench',
];

function verifyOf({ port, base }) {
  const target = `http://127.0.0.1:${port}${base}`;
  return [main, 'verify', target, ...keys, '--report', 'json', '--output', report];
}
