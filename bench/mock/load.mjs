/** Load on a server from another process: by wrk where there is one, else by the generator of this folder. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../processes.mjs';
import { folder } from './folder.mjs';

const at = (file) => fileURLToPath(new URL(file, import.meta.url));
const wrk = /wrk \D*(\d+(?:\.\d+)*)/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[1];

/** What makes the load, with its version. */
export const generator = wrk ? `wrk ${wrk}` : 'bench/mock/sockets.mjs';

/**
 * @typedef {object} Load
 * @property {number} requests answered
 * @property {number} micros that it took
 * @property {number} p50 microseconds; p99 and p99.9 too. Each connection waits for its answer before it sends again, so a slow
 *   answer holds back the requests behind it: tails of the service under this load, not of requests that arrive by the clock
 *
 * @param {{ port: number, pid: number }} server
 * @param {string[]} requests as they stand on the wire; sent in turn
 * @param {{ connections: number, seconds: number }} how whole seconds
 * @returns {Promise<Load>}
 * @throws {Error} when an answer was missing or not 2xx: such a run measures something else
 */
export async function load({ port, pid }, requests, { connections, seconds }) {
  const file = join(folder, `requests-${pid}`);
  writeFileSync(file, requests.join('\0'));
  const count = [String(connections), String(seconds)];
  const [command, args] = wrk
    ? [
        'wrk',
        [
          '-t1',
          `-c${count[0]}`,
          `-d${count[1]}s`,
          '--timeout',
          '30s',
          '-s',
          at('wrk.lua'),
          `http://127.0.0.1:${port}`,
          file,
        ],
      ]
    : [process.execPath, [at('sockets.mjs'), String(port), file, ...count]];
  const { output } = await run(command, args, { seconds: seconds + 60 });
  const line = output.split('\n').find((each) => each.startsWith('{'));
  if (line === undefined) throw new Error(`${command} ended without a result: ${output.slice(-300)}`);
  const { failed, ...result } = JSON.parse(line);
  if (failed > 0) throw new Error(`${failed} of ${result.requests} requests failed`);
  if (result.requests === 0) throw new Error('no request was answered');
  return result;
}
