/** The mocks of this user that run now, each with a file of its own: address, token and run identifier. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A running mock, as its file has it. */
export interface RunningMock {
  /** Its address on this machine, without path. */
  readonly url: string;
  /** The port of its page and control API, where that is another. */
  readonly controlPort?: number | undefined;
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

/**
 * The mocks that still run, by port. Files of others are removed, where their process is gone.
 *
 * @param at leaves only those at this address
 */
export async function runningMocks(env: NodeJS.ProcessEnv, at?: string): Promise<RunningMock[]> {
  const known = filesOf(runtimeFolder(env)).flatMap((file) => readRunning(file) ?? []);
  const alive = at === undefined ? known : known.filter((mock) => isAt(mock, at));
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
    const { url, controlPort, token, pid, instance } = JSON.parse(
      readFileSync(file, 'utf8'),
    ) as Partial<RunningMock>;
    const isComplete =
      typeof url === 'string' && URL.canParse(url) && typeof token === 'string' && typeof pid === 'number';
    return isComplete && typeof instance === 'string'
      ? { url, controlPort, token, pid, instance }
      : undefined;
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

/** True where an address is one of a mock's ports on this machine. */
function isAt({ url, controlPort }: RunningMock, given: string): boolean {
  const [own, other] = [new URL(url), new URL(given)];
  const isItsPort = other.port === own.port || other.port === String(controlPort);
  return isItsPort && (own.hostname === other.hostname || isLoopback(other.hostname));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * The folder in which mocks that run now leave their addresses and tokens, for the commands of the same user:
 * `$XDG_RUNTIME_DIR/drydock` on Linux, `$TMPDIR/drydock-UID` on macOS and where there is no such variable,
 * `%LOCALAPPDATA%\drydock\run` on Windows.
 */
export function runtimeFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const { LOCALAPPDATA = '', XDG_RUNTIME_DIR = '' } = env;
  if (platform === 'win32') return join(LOCALAPPDATA === '' ? tmpdir() : LOCALAPPDATA, 'drydock', 'run');
  if (platform !== 'darwin' && XDG_RUNTIME_DIR !== '') return join(XDG_RUNTIME_DIR, 'drydock');
  return join(env.TMPDIR ?? tmpdir(), `drydock-${userInfo().uid}`);
}

/**
 * Creates the folder where it is missing.
 *
 * @throws Error where it can't be created, or is not this user's alone: others could read tokens from it, or put theirs there
 */
function openRuntimeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isPrivate(folder)) throw new Error(`${folder} is open to other users`);
}

/** True for a file or folder that belongs to this user, and that only this user may use. Windows keeps profiles apart itself. */
function isPrivate(path: string): boolean {
  if (process.platform === 'win32') return true;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return false;
  return found.uid === userInfo().uid && (found.mode & 0o077) === 0;
}
