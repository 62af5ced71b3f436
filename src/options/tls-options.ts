import type { NamedOptions } from './option.js';

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
