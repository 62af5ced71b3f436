/** The certificate authority of this machine's user: made once, kept in the user's folder, and good for loopback names alone. */
import { randomUUID, X509Certificate } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { OptionError } from '../contract/option-error.js';
import { systemFailure } from '../contract/system-failure.js';
import { makeCertificate, type MadeCertificate } from './make-certificate.js';

/** An authority that signs for this machine. */
export interface LocalAuthority extends MadeCertificate {
  /** The file with its certificate, for clients to trust. */
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** True if it was made just now, so that nobody trusts it yet. */
  readonly isNew: boolean;
}

const dayMs = 86_400_000;
/** Browsers that trust an authority have to be told again of the next one. */
const lifeMs = 3_650 * dayMs;
/** An authority that ends earlier is replaced: a certificate that it signs should last for a while. */
const minLeftMs = 30 * dayMs;
/** Clocks of virtual machines and containers differ. */
export const skewMs = dayMs;

/** The folder of a user's authority: data that belongs to one machine. */
export function authorityFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { APPDATA = '', XDG_DATA_HOME = '' } = env;
  if (platform === 'win32') return join(APPDATA === '' ? homedir() : APPDATA, 'drydock', 'authority');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'drydock', 'authority');
  const data = XDG_DATA_HOME === '' ? join(homedir(), '.local', 'share') : XDG_DATA_HOME;
  return join(data, 'drydock', 'authority');
}

/** The file with the authority's certificate, whether or not there is one yet. */
export function authorityFile(folder = authorityFolder()): string {
  return join(folder, 'ca.pem');
}

/**
 * The authority of the user; the first call makes it, and one that ends soon is replaced. Each is a file of its own with key and
 * certificate, numbered, and appears whole under its name or not at all: of several processes that make one at the same time, all
 * use the one that was there first.
 *
 * @param now milliseconds since 1970
 * @throws OptionError where the folder can't be used, or others may read the key
 */
export async function localAuthority(folder = authorityFolder(), now = Date.now()): Promise<LocalAuthority> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const known = newest(folder);
    const kept = known > 0 ? readAuthority(folder, known) : undefined;
    const authority =
      kept && kept.until - now > minLeftMs ? kept : await addAuthority(folder, known + 1, now);
    publish(authority);
    return authority;
  } catch (cause) {
    if (cause instanceof OptionError) throw cause;
    throw new OptionError(
      `The local certificate authority can't be kept in ${folder}: ${systemFailure(cause)}. Use --cert and --key-file instead.`,
      { cause },
    );
  }
}

async function addAuthority(folder: string, number: number, now: number): Promise<LocalAuthority> {
  const name = `Drydock local authority (${userInfo().username} on ${hostname()})`.slice(0, 64);
  const made = await makeCertificate({ name, use: 'authority', from: now - skewMs, until: now + lifeMs });
  const draft = join(folder, `draft-${randomUUID()}`);
  writeFileSync(draft, made.key + made.cert, { mode: 0o600, flag: 'wx' });
  try {
    // Unlike a rename it fails where another process was first.
    linkSync(draft, fileOf(folder, number));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return readAuthority(folder, number);
  } finally {
    rmSync(draft, { force: true });
  }
  return { ...readAuthority(folder, number), isNew: true };
}

/** The number of the latest authority; 0 where there is none. */
function newest(folder: string): number {
  const numbers = readdirSync(folder).flatMap((name) => /^authority-(\d{1,6})\.pem$/.exec(name)?.[1] ?? []);
  return Math.max(0, ...numbers.map(Number));
}

function readAuthority(folder: string, number: number): LocalAuthority {
  const path = fileOf(folder, number);
  const { mode, uid } = lstatSync(path);
  if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || uid !== userInfo().uid))
    throw new OptionError(
      `The key of the local certificate authority is open to other users: remove ${path}, and trust the authority that is made anew.`,
    );
  const [, key = '', cert = ''] =
    /^(-----BEGIN PRIVATE KEY-----[^]*?-----END PRIVATE KEY-----\s+)(-----BEGIN CERTIFICATE-----[^]*)$/.exec(
      readFileSync(path, 'utf8'),
    ) ?? [];
  if (cert === '')
    throw new OptionError(`${path} holds no certificate authority: remove it, so that it is made anew.`);
  const until = Date.parse(new X509Certificate(cert).validTo);
  return { key, cert, until, file: authorityFile(folder), isNew: false };
}

/** Leaves the certificate without the key in the file that clients are told of, whole at any time. */
function publish({ file, cert }: LocalAuthority): void {
  try {
    if (readFileSync(file, 'utf8') === cert) return;
  } catch {
    // It is not there yet.
  }
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, cert);
  renameSync(draft, file);
}

function fileOf(folder: string, number: number): string {
  return join(folder, `authority-${number}.pem`);
}
