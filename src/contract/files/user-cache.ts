import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Entries of an older form are never found again. Raise it when what is kept under a key would differ. */
const form = 1;
const maxEntryBytes = 32 * 1024 * 1024;
const maxFolderBytes = 100 * 1024 * 1024;

/**
 * Keeps what is expensive to compute from a document as JSON between runs. It is a convenience: whatever goes wrong, the
 * value is computed again. Entries are data and never executed, and their folder is used only while it belongs to this user
 * alone (mode 700). Together they take at most 100 MiB; the oldest are deleted.
 *
 * `DRYDOCK_CACHE` names another folder, or is `off`.
 */
export const userCache = {
  /** @param sources what the value follows from @returns the value; undefined where there is none */
  read(kind: string, ...sources: readonly string[]): unknown {
    try {
      const folder = ownFolder(false);
      return folder === undefined ? undefined : readEntry(join(folder, nameOf(kind, sources)));
    } catch {
      return undefined;
    }
  },

  write(json: string, kind: string, ...sources: readonly string[]): void {
    try {
      const folder = json.length > maxEntryBytes / 3 ? undefined : ownFolder(true);
      if (folder === undefined) return;
      const temporary = join(folder, `${randomUUID()}.tmp`);
      writeFileSync(temporary, json, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, join(folder, nameOf(kind, sources)));
      shrink(folder);
    } catch {
      // A full or read-only disk: the next start computes it again.
    }
  },
};

function nameOf(kind: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(`${source.length}\n`).update(source);
  return `${kind}-${form}-${hash.digest('hex')}.json`;
}

function readEntry(path: string): unknown {
  // Windows has no links that another user could put here, and not the constant.
  const file = openSync(path, constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0));
  try {
    const { size } = fstatSync(file);
    return size > maxEntryBytes ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as unknown);
  } finally {
    closeSync(file);
  }
}

/** The folder, if nobody else can write to it; undefined where there is none. */
function ownFolder(create: boolean): string | undefined {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  if (create) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  // Windows has neither users' numbers nor modes: there the folder lies in the user's own profile.
  const isOurs =
    process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
  return isOurs ? folder : undefined;
}

/** The system's folder for a user's caches; undefined if the cache is switched off. */
function cacheFolder(): string | undefined {
  const { DRYDOCK_CACHE: chosen, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (chosen !== undefined && chosen !== '')
    return /^(?:off|0|no|false)$/i.test(chosen) || !isAbsolute(chosen) ? undefined : chosen;
  if (process.platform === 'win32') return LOCALAPPDATA && join(LOCALAPPDATA, 'drydock', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'drydock');
  return join(
    XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'),
    'drydock',
  );
}

/** Deletes the oldest entries until the rest is small enough. */
function shrink(folder: string): void {
  const entries = readdirSync(folder)
    .filter((name) => /^[\w-]+-[\da-f]{64}\.json$|\.tmp$/.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, size: stats.size, time: stats.mtimeMs }] : [];
    })
    .sort((a, b) => b.time - a.time);
  let total = 0;
  for (const { path, size } of entries) {
    total += size;
    if (total > maxFolderBytes) rmSync(path, { force: true });
  }
}
