/** Mock servers as processes, each started on one document. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { endsWithUs, freePort } from '../processes/processes.mjs';

export const drydock = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const prism = fileURLToPath(new URL('../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));
const mockoon = fileURLToPath(new URL('../node_modules/@mockoon/cli/bin/run.js', import.meta.url));
/** Limit of the wait for a mock's ready line. Prism needs minutes for some documents where the machine is busy. */
const startSeconds = 240;

/** @typedef {{ name: string, args: (file: string, port: number) => string[], readyUrl: RegExp, hasNoPath?: true }} Mock */

/** @type {{ drydock: Mock, prism?: Mock, mockoon?: Mock }} the others where they are installed */
export const mocks = {
  drydock: {
    name: 'drydock',
    args: (file, port) => [
      ...[drydock, 'mock', '--spec', file, '--port', String(port), '--control-port', '0'],
      ...['--quota', 'off', '--journal', '10'],
    ],
    readyUrl: /ready at (\S+)/,
  },
  ...(existsSync(prism) && {
    prism: {
      name: 'prism',
      args: (file, port) => [prism, 'mock', file, '--port', String(port), '--multiprocess', 'false'],
      readyUrl: /listening on (\S+)/,
    },
  }),
  ...(existsSync(mockoon) && {
    mockoon: {
      name: 'mockoon',
      args: (file, port) => [
        ...[mockoon, 'start', '--data', file, '--port', String(port), '--hostname', '127.0.0.1'],
        ...['--disable-log-to-file', '--disable-admin-api'],
      ],
      // It names its port alone, and serves the path of the document's first server.
      readyUrl: /Server started on port (\d+)/,
      hasNoPath: true,
    },
  }),
};

/**
 * Starts a mock on a document and waits for its ready line.
 *
 * @param {Mock} mock
 * @param {string} file of the document
 * @param {string} [basePath] of the document's first server, for a mock that names its port alone
 * @returns {Promise<{ url: string, startMs: number, megabytes: number, residentMegabytes: () => number, stop: () =>
 * Promise<void>, output: () => string }>}
 *   megabytes is its memory when it was ready, output the end of what it has written so far
 * @throws {Error} with what it wrote, when it ends before it is ready or takes longer than four minutes
 */
export async function startMock(mock, file, basePath = '') {
  try {
    return await startOnce(mock, file, basePath);
  } catch (cause) {
    // Until a slow one listens, another process may have taken its port.
    if (!/EADDRINUSE/.test(cause.message)) throw cause;
    return startOnce(mock, file, basePath);
  }
}

async function startOnce({ name, args, readyUrl, hasNoPath }, file, basePath) {
  const began = performance.now();
  const child = spawn(process.execPath, args(file, await freePort()), {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Each start is a first one.
    env: { ...process.env, DRYDOCK_CACHE: 'off' },
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  const stop = () => {
    child.kill('SIGKILL');
    return gone;
  };
  endsWithUs(child, stop);
  let written = '';
  const url = await new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`${name} ${why}: ${written.slice(-300).trim()}`));
    const timer = setTimeout(() => {
      fail(`is not ready after ${startSeconds} s`);
      void stop();
    }, startSeconds * 1000);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        // Prism lists every operation: what it is ready with may follow megabytes of them.
        written = (written + String(chunk)).slice(-10_000);
        const [, ready] = readyUrl.exec(written) ?? [];
        if (ready === undefined) return;
        clearTimeout(timer);
        resolve(hasNoPath ? `http://127.0.0.1:${ready}${basePath}` : ready);
      });
    void gone.then(() => {
      clearTimeout(timer);
      fail('ended');
    });
  });
  const residentMegabytes = () => residentMegabytesOf(child.pid);
  return {
    ...{ url, startMs: performance.now() - began, megabytes: residentMegabytes(), residentMegabytes, stop },
    output: () => written,
  };
}

const residentMegabytesOf = (pid) => megabytesOf(pid, /VmRSS:\s+(\d+)/);

/** The most memory that a process has had so far. */
export const peakMegabytesOf = (pid) => megabytesOf(pid, /VmHWM:\s+(\d+)/);

/** NaN where there is no /proc. */
function megabytesOf(pid, line) {
  try {
    return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
