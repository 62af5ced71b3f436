/** The certificate of a server: the user's own, or one for this machine that the local authority signs at each start. */
import { OptionError } from '../contract/option-error.js';
import { localAuthority, skewMs } from './authority.js';
import { makeCertificate } from './make-certificate.js';
import { endedAt, readKeyPair } from './pem-files.js';

/** Options for the TLS of a server. */
export interface ServerTlsOptions {
  /** A PEM file with a certificate. */
  readonly cert?: string | undefined;
  /** A PEM file with its key. */
  readonly certKeyFile?: string | undefined;
}

export interface ServerTls {
  /** PEM, with the certificates of those who signed it. */
  readonly cert: string;
  readonly key: string;
  /** The file with the authority that clients must trust; undefined for the user's own certificate. */
  readonly authorityFile: string | undefined;
}

/** The days for which systems accept a certificate of a server. */
const lifeMs = 397 * 86_400_000;

/** The names of the certificate that the local authority signs. */
export const localNames = ['localhost', '127.0.0.1', '::1'] as const;

/** @param log gets a sentence for the person at the terminal @throws OptionError for files that can't be used */
export async function serverTls(
  { cert, certKeyFile }: ServerTlsOptions,
  log: (line: string) => void,
): Promise<ServerTls> {
  if (cert === undefined && certKeyFile === undefined) return localCertificate(log);
  if (cert === undefined || certKeyFile === undefined)
    throw new OptionError('A certificate and its key belong together: give --cert and --key-file.');
  const pair = readKeyPair('The certificate', cert, certKeyFile);
  const ended = endedAt(pair.own);
  if (ended !== undefined) log(`The certificate in ${cert} ended at ${ended}: clients will refuse it.`);
  return { cert: pair.cert, key: pair.key, authorityFile: undefined };
}

async function localCertificate(log: (line: string) => void): Promise<ServerTls> {
  const authority = await localAuthority();
  if (authority.isNew)
    log(
      `Made a certificate authority for this machine; clients that check certificates must trust ${authority.file}.`,
    );
  const now = Date.now();
  const made = await makeCertificate({
    ...{ name: 'localhost', use: 'server', hosts: localNames, signer: authority },
    ...{ from: now - skewMs, until: Math.min(now + lifeMs, authority.until) },
  });
  return { cert: made.cert + authority.cert, key: made.key, authorityFile: authority.file };
}
