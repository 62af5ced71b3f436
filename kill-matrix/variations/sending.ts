/** Ways to send an answer other than as it should be: bytes straight to the socket, or nothing at all. */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { anyAnswer, type When } from './conditions.js';
import { headerOf } from './calls.js';
import type { Answer, Call, Wire } from '../reference-server/stages.js';
import type { Apply } from '../reference-server/reference-server.js';

/** The status line and headers as text; a header of undefined is left out. */
export function head(wire: Wire, changes: Record<string, string | undefined> = {}): string {
  const all: Record<string, string | undefined> = {
    Date: new Date().toUTCString(),
    ...wire.headers,
    ...changes,
  };
  const headers = Object.entries(all).filter(([, value]) => value !== undefined);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${wire.status} ${STATUS_CODES[wire.status] ?? ''}\r\n${lines}\r\n`;
}

/** Replaces what is sent for the answers that `when` picks. */
function instead(
  when: When,
  send: (wire: Wire, call: Call, socket: SocketEnds) => Promise<void> | void,
): Apply {
  return (stages, settings) => {
    const answers = new Map<Call, Answer>();
    return {
      encode(answer, call) {
        answers.set(call, answer);
        return stages.encode(answer, call);
      },
      send(wire, response, call) {
        const answer = answers.get(call);
        answers.delete(call);
        if (!answer || !when(answer, call)) return stages.send(wire, response, call);
        const ends: SocketEnds = {
          response,
          end: (bytes) => void response.socket?.end(bytes),
          destroy: () => void response.socket?.destroy(),
          wait: settings.wait,
        };
        return send(wire, call, ends);
      },
    };
  };
}

/** Sends these bytes after the answer, on the same connection. */
export const sendAfter = (when: When, bytes: (wire: Wire) => string | Buffer): Apply =>
  instead(when, (wire, _call, { response }) => {
    const { socket } = response;
    response.writeHead(wire.status, wire.headers).end(wire.bytes);
    // At once: a connection that is to be closed ends as soon as the response is written.
    socket?.write(bytes(wire));
  });

interface SocketEnds {
  response: ServerResponse;
  end: (bytes: Buffer) => void;
  destroy: () => void;
  wait: (ms: number) => Promise<void>;
}

type Bytes = (wire: Wire) => (string | Buffer)[];

/**
 * Sends these bytes and closes the connection: to HEAD no more than the head, and none to HTTP/1.0, which has no chunks
 * (RFC 9112 6.1), so that only what is meant to differ does.
 */
export const sendRaw = (when: When, bytes: Bytes): Apply =>
  instead(
    (answer, call) => when(answer, call) && call.version !== '1.0',
    (wire, call, { end }) => {
      const all = concatenated(bytes(wire));
      end(call.method === 'HEAD' ? all.subarray(0, all.indexOf('\r\n\r\n') + 4) : all);
    },
  );

/** Sends these bytes to any request, and closes the connection. */
export const sendAsIs = (when: When, bytes: Bytes): Apply =>
  instead(when, (wire, _call, { end }) => end(concatenated(bytes(wire))));

function concatenated(parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

/** Closes the connection without an answer. */
export const hangUp = (when: When): Apply => instead(when, (_wire, _call, { destroy }) => destroy());

/** Never answers. */
export const hang = (when: When): Apply => instead(when, (_wire, _call, { wait }) => wait(Infinity));

/** Changes bytes and headers of the answers that `when` picks. */
export const recode =
  (when: When, change: (wire: Wire) => Partial<Wire>): Apply =>
  (stages) => ({
    encode(answer, call) {
      const wire = stages.encode(answer, call);
      return when(answer, call) ? { ...wire, ...change(wire) } : wire;
    },
  });

/** Writes the names of headers in small letters. */
export const smallNames: Apply = recode(anyAnswer, ({ headers }) => ({
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
}));

/** Sends in chunks, without a length. */
const unsized = ({ 'Content-Length': _length, ...headers }: Wire['headers']): Wire['headers'] => ({
  ...headers,
  'Transfer-Encoding': 'chunked',
});
export const inChunks: Apply = recode(anyAnswer, ({ headers }) => ({ headers: unsized(headers) }));

interface Compression {
  readonly coding?: string;
  readonly code?: (bytes: Buffer) => Buffer;
  readonly when?: When;
  /** The fewest bytes that are compressed. */
  readonly least?: number;
  /** Chunks too what it compresses, as proxies do that don't know the length beforehand. */
  readonly chunked?: boolean;
}

/** Compresses responses for clients that name the coding. */
export const compressed =
  ({ coding = 'gzip', code = gzipSync, when = anyAnswer, least = 0, chunked }: Compression = {}): Apply =>
  ({ encode }) => ({
    encode(answer, call) {
      const wire = encode(answer, call);
      const isWanted = headerOf(call, 'accept-encoding').includes(coding) && wire.bytes.length >= least;
      if (!isWanted || !when(answer, call) || (chunked && call.method === 'HEAD')) return wire;
      const bytes = code(wire.bytes);
      const headers = { ...wire.headers, 'Content-Encoding': coding, Vary: 'Accept-Encoding' };
      const sized = { ...headers, 'Content-Length': String(bytes.length) };
      return { ...wire, bytes, headers: chunked ? unsized(headers) : sized };
    },
  });

/** Sends other bytes, with the length that belongs to them. */
export const resend = (
  when: When,
  change: (bytes: Buffer) => Buffer,
  headers: Record<string, string> = {},
): Apply =>
  recode(when, (wire) => {
    const bytes = change(wire.bytes);
    return { bytes, headers: { ...wire.headers, ...headers, 'Content-Length': String(bytes.length) } };
  });
