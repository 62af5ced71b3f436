/** The contract suite with its defaults against a local mock: `drydock verify URL` as a process, from start to exit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../processes.mjs';
import { drydock, main } from './drydock.mjs';
import { folder } from './folder.mjs';
import { startServer } from './server-process.mjs';
import { spread } from './spread.mjs';

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

function verifyOf({ port, base }) {
  const keys = [
    '--key',
    'dk_test_bench',
    '--expired-key',
    'dk_expired_bench',
    '--limited-key',
    'dk_limited_bench',
  ];
  return [main, 'verify', `http://127.0.0.1:${port}${base}`, ...keys, '--report', 'json', '--output', report];
}
