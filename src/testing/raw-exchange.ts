import { connect } from 'node:net';

/** The bytes of one connection until it ended, or until nothing more came for a while. */
export interface RawExchange {
  /** The head of the message, without its empty line; empty where none came. */
  readonly head: string;
  readonly body: Buffer;
  /** `open`: the connection was still there after the silence. */
  readonly end: 'FIN' | 'RST' | 'open';
}

/**
 * Sends bytes on a new connection and records all that comes back.
 *
 * @param silenceMs how long nothing may come before the connection counts as open
 * @param isExpected whether all that must come has come; silence before that counts for nothing
 */
export function rawExchange(
  port: number,
  request: string,
  silenceMs: number,
  isExpected: (received: Omit<RawExchange, 'end'>) => boolean = () => true,
): Promise<RawExchange> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let end: RawExchange['end'] = 'FIN';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setTimeout(silenceMs);
    // Not the callback of setTimeout: that is called once.
    socket.on('timeout', () => {
      if (!isExpected(split(Buffer.concat(chunks)))) return;
      end = 'open';
      socket.destroy();
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') end = 'RST';
      else reject(error);
    });
    socket.on('close', () => resolve({ ...split(Buffer.concat(chunks)), end }));
  });
}

function split(bytes: Buffer): { head: string; body: Buffer } {
  const mark = bytes.indexOf('\r\n\r\n');
  if (mark === -1) return { head: '', body: bytes };
  return { head: bytes.toString('latin1', 0, mark), body: bytes.subarray(mark + 4) };
}
