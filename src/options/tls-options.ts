import type { NamedOptions } from './option.js';

/** The options of a server's TLS. */
export const serverTlsOptions = {
  /** Serves https, with a certificate for this machine that a local authority signs. Default false. */
  https: { help: 'serve https, with a certificate for localhost that an authority of this machine signs' },
  /** A file with the certificate to serve https with, PEM, intermediate ones behind it. */
  cert: {
    value: 'FILE',
    help: 'serve https with the certificate in this PEM file; needs --key-file',
    isPath: true,
  },
  /** A file with the key of that certificate, PEM. */
  certKeyFile: {
    value: 'FILE',
    help: 'PEM file with the key of that certificate',
    flag: 'key-file',
    env: 'DRYDOCK_CERT_KEY_FILE',
    isPath: true,
  },
} as const satisfies NamedOptions;

/** The options of TLS towards a target, of `drydock verify` and `drydock proxy`. */
export const targetTlsOptions = {
  /** Files with certificate authorities to trust besides the usual ones, PEM. */
  ca: {
    value: 'FILE',
    help: 'trust the certificate authorities in this PEM file besides the usual ones; may be given several times',
    many: true,
    isPath: true,
  },
  /** A file with the certificate that is shown to the target, PEM, intermediate ones behind it. */
  clientCert: {
    value: 'FILE',
    help: 'PEM file with the client certificate for the target; needs --client-key',
    isPath: true,
  },
  /** A file with the key of that certificate, PEM. */
  clientKey: {
    value: 'FILE',
    help: 'PEM file with the key of the client certificate',
    isPath: true,
  },
  /** Accepts any certificate of the target: whoever is in between can read and change everything. Default false. */
  insecure: { help: 'accept any certificate of the target' },
} as const satisfies NamedOptions;
