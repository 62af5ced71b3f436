import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Terminal } from '../command.js';

/** Milliseconds that a command which was asked to end has left. */
const graceMs = 10_000;

/** A server that a command finds by its environment. */
export interface ServedAddress {
  readonly url: string;
  readonly token: string;
  /** The file with the authority to trust, where it has one of its own. */
  readonly authorityFile?: string | undefined;
}

/**
 * Runs the command of `--until` beside a server, with its address in `DRYDOCK_URL` and its control token in `DRYDOCK_CONTROL_TOKEN`.
 * With an authority of its own, the path of that is in `DRYDOCK_CA`.
 * Standard output and input are the command's. When the server is to stop first, the command gets SIGTERM and, ten seconds later,
 * SIGKILL, with all that it started.
 *
 * @param words of the command; one alone is a line for the shell
 * @param over resolves when the server stops by itself, where it can
 * @returns its exit code; 128 and the number of the signal where one ended it, 127 where the shell does not find it, 0 where the server
 *   stopped by itself
 */
export async function runUntil(
  words: readonly string[],
  { url, token, authorityFile }: ServedAddress,
  { env, err, stopped }: Pick<Terminal, 'env' | 'err' | 'stopped'>,
  over?: Promise<unknown>,
): Promise<number> {
  err(`Drydock ready at ${url}`);
  // A group of its own, so that signals reach all of it; a terminal gives its keys and signals to the group in front alone.
  const detached = process.platform !== 'win32' && !process.stdin.isTTY;
  const child = spawn(words.length === 1 ? (words[0] ?? '') : words.map(quoted).join(' '), {
    ...{ shell: true, stdio: 'inherit', detached },
    env: { ...trusting(env, authorityFile), DRYDOCK_URL: url, DRYDOCK_CONTROL_TOKEN: token },
  });
  const send = (signal: NodeJS.Signals): void => {
    try {
      if (detached && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // Nothing of it is left.
    }
  };
  const kill = (): void => send('SIGKILL');
  process.once('exit', kill);
  let graceTimer: NodeJS.Timeout | undefined;
  const end = (): void => {
    send('SIGTERM');
    graceTimer ??= setTimeout(kill, graceMs);
  };
  void stopped.then(end);
  const own = over?.then(() => {
    end();
    return 0;
  });
  try {
    const code = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exit, signal) => resolve(exit ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    const first = await Promise.race([code, ...(own ? [own] : [])]);
    await code;
    return first;
  } finally {
    clearTimeout(graceTimer);
    process.off('exit', kill);
    // Processes that it left running in its group have nothing to talk to any more.
    if (detached) send('SIGTERM');
  }
}

/** Lets Node trust the authority, unless the user has said what it trusts; `DRYDOCK_CA` is for all other clients. */
function trusting(env: NodeJS.ProcessEnv, authorityFile: string | undefined): NodeJS.ProcessEnv {
  if (authorityFile === undefined) return env;
  return { NODE_EXTRA_CA_CERTS: authorityFile, ...env, DRYDOCK_CA: authorityFile };
}

/** A word as the shell of this system takes it. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (process.platform === 'win32') return `"${word.replaceAll('"', '""')}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
