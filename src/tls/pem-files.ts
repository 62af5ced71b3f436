/** Certificates and keys in PEM files of the user, each checked when it is read: TLS itself explains little. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { readBoundedFile } from '../contract/files/read-bounded-file.js';
import { OptionError } from '../contract/option-error.js';
import { systemFailure } from '../contract/system-failure.js';

/** Bytes of a file; the usual bundle of all public authorities has a quarter. */
const maxBytes = 1_048_576;

/** A certificate with its key. */
export interface KeyPair {
  /** The certificate and the intermediate ones behind it, PEM. */
  readonly cert: string;
  readonly key: string;
  /** The first certificate of the file. */
  readonly own: X509Certificate;
}

/**
 * Reads the certificates of a file.
 *
 * @param what names the file's part in errors, such as `The client certificate`
 * @throws OptionError
 */
export function readCertificates(what: string, file: string): readonly X509Certificate[] {
  const found = readPem(what, file).match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g);
  if (!found) throw unusable(what, file, 'it holds no certificate in PEM (-----BEGIN CERTIFICATE-----)');
  return found.map((text) => {
    try {
      return new X509Certificate(text);
    } catch (cause) {
      throw unusable(what, file, 'a certificate in it is broken', cause);
    }
  });
}

/** Reads a certificate with its key. @throws OptionError also for a key of another certificate, and one too weak for TLS */
export function readKeyPair(what: string, certFile: string, keyFile: string): KeyPair {
  const all = readCertificates(what, certFile);
  const [own] = all as [X509Certificate];
  const keyOf = `The key of ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  const key = readKey(keyOf, keyFile);
  if (!own.checkPrivateKey(key))
    throw unusable(keyOf, keyFile, `it belongs to another certificate than that in ${certFile}`);
  const cert = all.map(String).join('');
  const pair = { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
  try {
    createSecureContext(pair);
  } catch (cause) {
    const { reason } = cause as { reason?: string };
    throw unusable(what, certFile, `TLS refuses it (${reason ?? String(cause)})`, cause);
  }
  return { ...pair, own };
}

/** The time at which a certificate ends, if that has passed. */
export function endedAt({ validTo }: X509Certificate): string | undefined {
  return Date.parse(validTo) < Date.now() ? new Date(validTo).toISOString() : undefined;
}

function readKey(what: string, file: string): KeyObject {
  const text = readPem(what, file);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    throw unusable(what, file, 'it holds no private key in PEM (-----BEGIN PRIVATE KEY-----)');
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(text))
    throw unusable(what, file, 'it has a passphrase: openssl pkey -in FILE -out PLAIN.pem takes it off');
  try {
    return createPrivateKey(text);
  } catch (cause) {
    throw unusable(what, file, 'the key in it is broken', cause);
  }
}

function readPem(what: string, file: string): string {
  try {
    return readBoundedFile(file, { maxBytes, pipes: true });
  } catch (cause) {
    throw unusable(what, file, systemFailure(cause, 'file'), cause);
  }
}

function unusable(what: string, file: string, why: string, cause?: unknown): OptionError {
  return new OptionError(`${what} can't be read from ${file}: ${why}.`, { cause });
}
