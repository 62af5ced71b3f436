import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

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
export function openRuntimeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isPrivate(folder)) throw new Error(`${folder} is open to other users`);
}

/** True for a file or folder that belongs to this user, and that only this user may use. Windows keeps profiles apart itself. */
export function isPrivate(path: string): boolean {
  if (process.platform === 'win32') return true;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return false;
  return found.uid === userInfo().uid && (found.mode & 0o077) === 0;
}
