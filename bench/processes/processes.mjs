/** Processes that end: each within a time, and each by its own id. */
import { performance } from 'node:perf_hooks';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';

/** The running processes; ended with this process, however it ends. */
const running = new Set();
process.once('exit', () => {
  for (const end of running) end();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Ends a child with `end` when this process ends, unless it has ended by then. */
export function endsWithUs(child, end) {
  running.add(end);
  child.once('close', () => running.delete(end));
}

/**
 * Runs a command to its end, or kills it with its children when `seconds` have passed.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ seconds: number, cwd?: string }} options
 * @returns {Promise<{ exitCode: number | 'timeout', seconds: number, output: string }>}
 */
export function run(command, args, { seconds, cwd }) {
  const started = performance.now();
  const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const kill = () => process.kill(-child.pid, 'SIGKILL');
  endsWithUs(child, kill);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, seconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({
        exitCode: late ? 'timeout' : (code ?? 'killed'),
        seconds: (performance.now() - started) / 1000,
        output: Buffer.concat(chunks).toString(),
      });
    });
  });
}

/**
 * Starts a process that keeps running and waits until it has printed what shows that it is ready.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RegExp} ready
 * @returns {Promise<{ output: string, stop: () => Promise<void> }>} what was printed so far
 */
export function start(command, args, ready) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  endsWithUs(child, () => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 2000);
    await ended;
    clearTimeout(timer);
  };
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${command} ${args.join(' ')} was not ready after 30 seconds: ${output}`));
    }, 30_000);
    const read = (chunk) => {
      output += chunk;
      if (!ready.test(output)) return;
      clearTimeout(timer);
      resolve({ output, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`${command} ${args.join(' ')} ended before it was ready: ${output}`));
    });
  });
}

/** A port of 127.0.0.1 that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
}
