/** A server as a process of its own, with those that it starts: waited for, measured from outside, ended. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { onTheWire } from '../load/requests.mjs';
import { sendLoad } from '../load/send-load.mjs';
import { endsWithUs, freePort } from './processes.mjs';
import { folder } from './temporary-folder.mjs';
import { cpuMicrosOfGroup, cpuMicrosOfThreads, residentBytesOfGroup } from './usage.mjs';

/**
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {string} base path before the operation's path
 * @property {number} firstResponseMs from the start of the process to its first response to GET /categories
 * @property {() => number} cpuMicros processor time so far; NaN where there is no /proc
 * @property {() => number} cpuMicrosOfThreads the same, finer, for a single process whose threads last as long as it does
 * @property {() => number} residentBytes memory; NaN where there is no /proc
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ command: (port: number) => string[], base: string, env?: Record<string, string>, seconds?: number }} contender
 * @returns {Promise<ServerProcess>}
 * @throws {Error} when it ends or does not respond in time
 */
export async function startServer({ command, base, env = {}, seconds = 60 }) {
  const port = await freePort();
  const [file, ...args] = command(port);
  const log = join(folder, `log-${port}`);
  const stderr = openSync(log, 'w');
  const started = performance.now();
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'ignore', stderr],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  closeSync(stderr);
  const kill = () => killGroup(child.pid);
  endsWithUs(child, kill);
  let ended = false;
  const gone = new Promise((resolve) => {
    for (const event of ['close', 'error']) child.once(event, resolve);
  }).then(() => (ended = true));
  const failure = () =>
    new Error(`${[file, ...args].join(' ')}: ${readFileSync(log, 'utf8').slice(-400).trim()}`);
  while (!(await answers({ port, base }))) {
    if (ended) throw failure();
    if (performance.now() - started > seconds * 1000) {
      kill();
      throw failure();
    }
  }
  return {
    ...{ port, base },
    firstResponseMs: performance.now() - started,
    cpuMicros: () => cpuMicrosOfGroup(child.pid),
    cpuMicrosOfThreads: () => cpuMicrosOfThreads(child.pid),
    residentBytes: () => residentBytesOfGroup(child.pid),
    async stop() {
      kill();
      await gone;
    },
  };
}

/** Tells whether GET /categories is answered now; waits a moment where nobody listens yet. */
async function answers(server) {
  try {
    const request = onTheWire(server, { path: '/categories' });
    const { failed, requests } = await sendLoad(server.port, [request], { count: 1 });
    return requests === 1 && failed === 0;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 3));
    return false;
  }
}

/** A detached process leads a group of its own. */
function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
