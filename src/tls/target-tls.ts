/** TLS towards a target: the authorities to trust besides the usual ones, and the certificate to show. */
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext, rootCertificates, type ConnectionOptions } from 'node:tls';
import { OptionError } from '../contract/option-error.js';
import { authorityFile } from './authority.js';
import { endedAt, readCertificates, readKeyPair } from './pem-files.js';

/** Options for the connections with a target. */
export interface TargetTlsOptions {
  /** PEM files with certificate authorities to trust besides the usual ones. */
  readonly ca?: readonly string[] | undefined;
  /** A PEM file with the certificate that is shown to the target. */
  readonly clientCert?: string | undefined;
  /** A PEM file with the key of that certificate. */
  readonly clientKey?: string | undefined;
  /** Accepts any certificate of the target. */
  readonly insecure?: boolean | undefined;
}

/** Options of each connection, for `https.request` and `tls.connect`. */
export type TargetTls = Pick<
  ConnectionOptions,
  'secureContext' | 'rejectUnauthorized' | 'servername' | 'ALPNProtocols'
>;

/**
 * Reads the files of the options once.
 *
 * @throws OptionError for files that can't be used, and for a client certificate without its key
 */
export function targetTls(options: TargetTlsOptions, { protocol, hostname }: URL): TargetTls {
  const { ca = [], clientCert, clientKey, insecure = false } = options;
  if ((clientCert === undefined) !== (clientKey === undefined))
    throw new OptionError('A client certificate and its key belong together: give both, or none.');
  const pair =
    clientCert !== undefined && clientKey !== undefined
      ? readKeyPair('The client certificate', clientCert, clientKey)
      : undefined;
  const host = hostOf(hostname);
  const isSecure = protocol === 'https:';
  const files = [...ca, ...(isSecure ? ownAuthority(host) : [])];
  const authorities = files.flatMap((file) =>
    readCertificates('The certificate authority', file).map(String),
  );
  // A file that can't be used was refused all the same.
  if (!isSecure) return {};
  return {
    // The name of the address, whatever Host a request has; an IP address is no server name (RFC 6066 section 3).
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    ...(insecure && { rejectUnauthorized: false }),
    ...((pair !== undefined || authorities.length > 0) && {
      secureContext: createSecureContext({
        ...(pair && { cert: pair.cert, key: pair.key }),
        ...(authorities.length > 0 && { ca: [...usualAuthorities(), ...authorities] }),
      }),
    }),
  };
}

/** The options by which curl connects with a target alike. Of several authorities it trusts those in the last file alone. */
export function curlTlsOptions(options: TargetTlsOptions, { protocol, hostname }: URL): string[] {
  if (protocol !== 'https:') return [];
  const { ca = [], clientCert, clientKey, insecure = false } = options;
  const files = insecure ? [] : [...ownAuthority(hostOf(hostname)), ...ca];
  return [
    ...(insecure ? ['--insecure'] : []),
    ...files.flatMap((file) => ['--cacert', file]),
    ...(clientCert === undefined ? [] : ['--cert', clientCert]),
    ...(clientKey === undefined ? [] : ['--key', clientKey]),
  ];
}

/** Sentences about options that work, and that their user should know about. */
export function targetTlsWarnings({ clientCert, insecure = false }: TargetTlsOptions, url: URL): string[] {
  if (url.protocol !== 'https:') return [];
  const [own] = clientCert === undefined ? [] : readCertificates('The client certificate', clientCert);
  const ended = own && endedAt(own);
  return [
    ...(insecure
      ? [
          `--insecure: any certificate of ${url.host} is accepted, so anybody in between can read and change what passes.`,
        ]
      : []),
    ...(ended === undefined ? [] : [`The client certificate in ${String(clientCert)} ended at ${ended}.`]),
  ];
}

function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The file of this machine's authority, for a target that it may have signed for. */
function ownAuthority(host: string): string[] {
  return isLoopback(host) && existsSync(authorityFile()) ? [authorityFile()] : [];
}

/** There the authority of this machine signs the certificates of mocks and proxies. */
function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/i.test(host);
}

/** The authorities of Node, and those of NODE_EXTRA_CA_CERTS, which a list of one's own would replace. */
function usualAuthorities(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: file = '' } = process.env;
  if (file === '') return rootCertificates;
  try {
    return [...rootCertificates, readFileSync(file, 'utf8')];
  } catch {
    // Node has warned of it.
    return rootCertificates;
  }
}
