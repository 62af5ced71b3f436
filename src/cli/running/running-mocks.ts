/** The mocks of this user that run now, each with a file of its own: address, token and run identifier. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPrivate, openRuntimeFolder } from './runtime-folder.js';

/** A running mock, as its file has it. */
export interface RunningMock {
  /** Its address on this machine, without path. */
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** The run identifier that its `/__drydock/health` sends in `X-Drydock-Instance`. */
  readonly instance: string;
}

/** The header with a mock's run identifier. */
const instanceHeader = 'x-drydock-instance';

/** Milliseconds in which a mock must say who it is: a busy machine may take seconds, and most that are no mock refuse at once. */
const timeoutMs = 10_000;

/**
 * Leaves a file about a mock that runs, mode 600, one for each port.
 *
 * @returns a function that removes it
 * @throws Error where the folder can't be used
 */
export function registerMock(folder: string, mock: RunningMock): () => void {
  openRuntimeFolder(folder);
  for (const file of filesOf(folder)) readRunning(file);
  const file = join(folder, `${new URL(mock.url).port || '80'}.json`);
  // A file that is there keeps its mode when it is written to.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(mock), { mode: 0o600, flag: 'wx' });
  return () => {
    if (readMock(file)?.instance === mock.instance) rmSync(file, { force: true });
  };
}

/** The mocks that still run, by port. Files of others are removed, where their process is gone. */
export async function runningMocks(folder: string): Promise<RunningMock[]> {
  const alive = filesOf(folder).flatMap((file) => readRunning(file) ?? []);
  const answers = await Promise.all(alive.map(isItself));
  return alive.filter((_, index) => answers[index]);
}

/** The mock of a file; undefined where it has ended, and then its file is removed. */
function readRunning(file: string): RunningMock | undefined {
  const mock = readMock(file);
  if (mock && isRunning(mock.pid)) return mock;
  if (mock) rmSync(file, { force: true });
  return undefined;
}

function filesOf(folder: string): string[] {
  try {
    if (!isPrivate(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^\d+\.json$/.test(name))
      .sort((a, b) => parseInt(a, 10) - parseInt(b, 10))
      .map((name) => join(folder, name));
  } catch {
    // Nothing has run here yet.
    return [];
  }
}

/** Undefined for a file that is not this user's, or was not written by a mock. */
function readMock(file: string): RunningMock | undefined {
  try {
    if (!isPrivate(file)) return undefined;
    const { url, token, pid, instance } = JSON.parse(readFileSync(file, 'utf8')) as Partial<RunningMock>;
    const isComplete =
      typeof url === 'string' && URL.canParse(url) && typeof token === 'string' && typeof pid === 'number';
    return isComplete && typeof instance === 'string' ? { url, token, pid, instance } : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Checks that the port still answers as this very mock; only then may the token be sent there. */
async function isItself({ url, instance }: RunningMock): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const send = url.startsWith('https:')
      ? (await import('../../client/fetch-from-loopback.js')).fetchFromLoopback
      : fetch;
    const response = await send(`${url}/__drydock/health`, { signal });
    return response.headers.get(instanceHeader) === instance;
  } catch {
    return false;
  }
}
