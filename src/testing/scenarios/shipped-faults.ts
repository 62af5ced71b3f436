/**
 * Clients' views of each scenario in scenarios/ that breaks the connection: the bytes on the wire, and how fetch, axios
 * and curl report them (the table of send-fault.ts).
 */
export interface SeenFault {
  /** True if status line and headers come. */
  readonly head: boolean;
  /** The bytes behind them, compared with the real response's body. */
  readonly body: 'nothing' | 'first half' | 'all' | 'all but the last byte' | '64 bytes of garbage';
  /** `open`: neither side has ended the connection when the time is over. */
  readonly end: 'RST' | 'FIN' | 'open';
  /** By how much Content-Length differs from the length of the real body; undefined where no head comes. */
  readonly announces?: number;
  /** The place and reason of fetch's failure, or that it reads JSON. */
  readonly fetch: string;
  /** The report of fetch instead when its time is over with the first byte, where a whole response comes later. */
  readonly fetchHurried?: string;
  /** The end of it for a page whose fetch is the mock itself; default: the whole response. */
  readonly fetchHandler?: string;
  /** The code and message of axios' error, or the type of its data. */
  readonly axios: RegExp;
  /** curl's exit code. */
  readonly curl: number;
  /** Milliseconds that axios and curl wait, where they would wait for ever. */
  readonly timeoutMs?: number;
}

/** The bytes that a word of the table means; undefined for garbage, which is never the same. */
export function bytesOf(word: SeenFault['body'], real: Buffer): Buffer | undefined {
  const bytes: Record<SeenFault['body'], Buffer | undefined> = {
    nothing: Buffer.alloc(0),
    'first half': real.subarray(0, Math.floor(real.length / 2)),
    all: real,
    'all but the last byte': real.subarray(0, -1),
    '64 bytes of garbage': undefined,
  };
  return bytes[word];
}

const parseError = /^HPE_INVALID_CONSTANT: Parse Error/;

export const shippedFaults: Readonly<Record<string, SeenFault>> = {
  'connection-reset': {
    ...{ head: false, body: 'nothing', end: 'RST', fetchHandler: 'TypeError' },
    ...{ fetch: 'fetch: ECONNRESET', axios: /^ECONNRESET: read ECONNRESET$/, curl: 56 },
  },
  'connection-closed': {
    ...{ head: false, body: 'nothing', end: 'FIN', fetchHandler: 'TypeError' },
    ...{ fetch: 'fetch: UND_ERR_SOCKET', axios: /^ECONNRESET: socket hang up$/, curl: 52 },
  },
  'never-answers': {
    ...{ head: false, body: 'nothing', end: 'open', timeoutMs: 150, fetchHandler: 'TimeoutError' },
    ...{ fetch: 'fetch: TimeoutError', axios: /^ECONNABORTED: timeout of 150ms exceeded$/, curl: 28 },
  },
  'headers-only': {
    ...{
      head: true,
      body: 'nothing',
      end: 'open',
      announces: 0,
      timeoutMs: 5000,
      fetchHandler: '200 body: TimeoutError',
    },
    ...{ fetch: 'body: TimeoutError', axios: /^ERR_BAD_RESPONSE: stream has been aborted$/, curl: 28 },
  },
  truncated: {
    ...{ head: true, body: 'first half', end: 'FIN', announces: 0, fetchHandler: '200 body: TypeError' },
    ...{ fetch: 'body: UND_ERR_SOCKET', axios: /^ERR_BAD_RESPONSE: stream has been aborted$/, curl: 18 },
  },
  drip: {
    ...{ head: true, body: 'all', end: 'open', announces: 0 },
    ...{ fetch: 'JSON', fetchHurried: 'body: TimeoutError', axios: /^object$/, curl: 0 },
  },
  garbage: {
    ...{ head: false, body: '64 bytes of garbage', end: 'FIN', fetchHandler: 'TypeError' },
    ...{ fetch: 'fetch: HPE_INVALID_CONSTANT', axios: parseError, curl: 1 },
  },
  'malformed-json': {
    ...{ head: true, body: 'all but the last byte', end: 'open', announces: -1 },
    ...{ fetch: 'body: SyntaxError', axios: /^string$/, curl: 0 },
  },
  'wrong-length': {
    ...{ head: true, body: 'all', end: 'FIN', announces: -10 },
    ...{ fetch: 'body: SyntaxError', axios: parseError, curl: 0 },
  },
};
