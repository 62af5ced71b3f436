/** Trust on first use: a configuration file is asked about once before it sends or writes beyond its folder. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Terminal } from '../command.js';
import { UsageError, type ConfigRequest } from '../flags.js';

/**
 * Lets a command go on only where a person has allowed what the file asks for.
 *
 * @throws UsageError
 */
export async function assureTrust(
  { file, claims }: ConfigRequest,
  { env, err, ask }: Terminal,
): Promise<void> {
  const path = realpathSync(file);
  const digest = createHash('sha256').update(JSON.stringify(claims.toSorted())).digest('hex');
  const list = trustedFile(env);
  if (isListed(list, path, digest)) return;
  const asked = `${file} would ${claims.join(', ')}`;
  if (ask === undefined)
    throw new UsageError(
      `${asked}; nobody has allowed that: give --trust-config, or answer yes once on a terminal.`,
    );
  err(`${asked}.`);
  if (!/^y(?:es)?$/i.test((await ask('Allow that, now and later? [y/N] ')).trim()))
    throw new UsageError(`${file} was not trusted.`);
  mkdirSync(dirname(list), { recursive: true, mode: 0o700 });
  appendFileSync(list, `${digest} ${path}\n`, { mode: 0o600 });
}

/** Lines of a digest of what was allowed, or `*` for anything, and the path of a file. */
function trustedFile({ XDG_CONFIG_HOME = '', APPDATA = '' }: NodeJS.ProcessEnv): string {
  const own = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(isAbsolute(own) ? own : join(homedir(), '.config'), 'drydock', 'trusted-configs');
}

function isListed(list: string, path: string, digest: string): boolean {
  let text: string;
  try {
    text = readFileSync(list, 'utf8');
  } catch {
    return false;
  }
  return text.split(/\r?\n/).some((line) => line === `* ${path}` || line === `${digest} ${path}`);
}
