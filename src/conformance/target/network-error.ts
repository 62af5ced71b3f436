import type { NoResponse } from './exchange.js';
import type { WireTap } from './wire/wire-tap.js';

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: the connection was refused',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection could not be made in time',
  ECONNRESET: 'the connection was closed without a response',
  EPIPE: 'the connection was closed while the request was being sent',
  HPE_HEADER_OVERFLOW: 'the headers are larger than 64 KiB',
};

/** Says why there is no response. */
export function explainNetworkError(error: unknown, tap: Pick<WireTap, 'bytes'>): NoResponse {
  const { code = 'ERROR', message } = innermost(error);
  return { kind: 'no response', code, reason: sentenceFor(code, message), begun: tap.bytes > 0 };
}

function sentenceFor(code: string, message: string): string {
  if (code === 'TIMEOUT') return message;
  if (code.startsWith('HPE_')) return sentences[code] ?? `the response is not valid HTTP (${message})`;
  if (isTlsError(code)) return `the TLS connection failed: ${tlsReason(code, message)}`;
  return sentences[code] ?? message;
}

/** Says how to trust a certificate (Node reads more authorities from a file), and takes OpenSSL's reason out of its wrapping. */
function tlsReason(code: string, message: string): string {
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/.test(code))
    return `${message}; if it is to be trusted, name a file with it or its authority with --ca or in NODE_EXTRA_CA_CERTS`;
  if (message.includes('alert certificate required'))
    return 'the server demands a client certificate; name one with --client-cert and --client-key';
  if (message.includes('alert no application protocol'))
    return 'the server offers no HTTP/1.1, as one that speaks HTTP/2 alone';
  if (message.includes('wrong version number'))
    return 'the server does not speak TLS there; an address that begins with http:// may be meant';
  return /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? message;
}

/** Returns whether the certificate or the TLS handshake failed. */
export function isTlsError(code: string): boolean {
  return /CERT|TLS|SSL|^EPROTO$|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/.test(code);
}

/** Attempts at several addresses of a host fail together, as one AggregateError. Its shape is checked, because instanceof fails across Jest's realms. */
function innermost(error: unknown): { code?: string; message: string } {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: String(error) };
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0)
    return innermost(error.errors[0]);
  return error as { code?: string; message: string };
}
