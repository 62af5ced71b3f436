/** A server as a process of its own: started, waited for, measured from outside, ended. */
import { spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { endsWithUs } from '../processes.mjs';
import { folder } from './folder.mjs';
import { onTheWire } from './requests.mjs';
import { send } from './sockets.mjs';

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/**
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {string} base path before the operation's path
 * @property {number} pid also the id of its process group
 * @property {number} firstAnswerMs from the start of the process to its first answered GET /categories
 * @property {() => number} cpuMicros processor time of the whole group so far; NaN where there is no /proc
 * @property {() => number} rssBytes resident memory of the whole group; NaN where there is no /proc
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ command: (port: number) => string[], base: string, seconds?: number }} contender
 * @returns {Promise<ServerProcess>}
 * @throws {Error} when it ends or gives no answer in time
 */
export async function startServer({ command, base, seconds = 60 }) {
  const port = await freePort();
  const [file, ...args] = command(port);
  const log = join(folder, `log-${port}`);
  const stderr = openSync(log, 'w');
  const started = performance.now();
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'ignore', stderr],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  closeSync(stderr);
  endsWithUs(child, () => killGroup(child.pid));
  let ended = false;
  const gone = new Promise((resolve) => {
    for (const event of ['close', 'error']) child.once(event, resolve);
  }).then(() => (ended = true));
  const server = { port, base, pid: child.pid };
  const failure = () =>
    new Error(`${[file, ...args].join(' ')}: ${readFileSync(log, 'utf8').slice(-400).trim()}`);
  while (!(await answers(server))) {
    if (ended) throw failure();
    if (performance.now() - started > seconds * 1000) {
      killGroup(child.pid);
      throw failure();
    }
  }
  return {
    ...server,
    firstAnswerMs: performance.now() - started,
    cpuMicros: () => sumOfGroup(child.pid, ([, cpu]) => cpu),
    rssBytes: () => sumOfGroup(child.pid, ([rss]) => rss),
    async stop() {
      killGroup(child.pid);
      await gone;
    },
  };
}

/** Whether GET /categories is answered now; waits a moment where nobody listens yet. */
async function answers(server) {
  try {
    const { failed, requests } = await send(server.port, [onTheWire(server, { path: '/categories' })], {
      count: 1,
    });
    return requests === 1 && failed === 0;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 3));
    return false;
  }
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** Adds up what /proc/PID/stat says of each process of a group. */
function sumOfGroup(group, pick) {
  try {
    const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(name) : []));
    return stats.filter((stat) => stat.group === group).reduce((sum, stat) => sum + pick(stat.figures), 0);
  } catch {
    return NaN;
  }
}

/** proc(5): after the name in brackets come state, parent, group, …; utime and stime are 14 and 15, rss 24. */
function statOf(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return [];
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return {
    group: Number(fields[2]),
    figures: [Number(fields[21]) * PAGE_BYTES, (ticks / TICKS_PER_SECOND) * 1e6],
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
}
