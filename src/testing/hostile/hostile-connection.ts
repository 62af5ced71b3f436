import { connect, type Socket } from 'node:net';
import { ResponseStream, type WireResponse } from './response-stream.js';
import type { HostileCase } from './hostile-case.js';

/** Ceiling for a case, in milliseconds: one that takes longer hangs. */
const longest = 60_000;

/** A connection that is used again for whole requests, as long as the server keeps it. */
export class HostileConnection {
  private idle: Socket | undefined;

  constructor(private readonly port: number) {}

  /**
   * Sends the bytes of a case and returns its responses.
   *
   * @throws Error when the server hangs, sends an invalid response, or too few or too many
   */
  async send({ bytes, requests, shape }: HostileCase): Promise<readonly WireResponse[]> {
    const whole = shape === 'whole';
    const reused = whole && this.idle !== undefined && !this.idle.destroyed;
    const socket = reused && this.idle ? this.idle : await open(this.port);
    const stream = new ResponseStream(requests);
    const expected = whole ? requests.length : undefined;
    const end = await exchange(socket, Buffer.from(bytes, 'latin1'), stream, expected);
    if (end !== 'complete') socket.destroy();
    if (whole) this.idle = end === 'complete' ? socket : undefined;
    const { responses } = stream;
    if (end === 'late')
      throw new Error(`Nothing came for ${longest} ms after ${responses.length} responses.`);
    if (stream.torn && end !== 'reset')
      throw new Error(`A response was not whole after ${responses.length} responses.`);
    if (responses.length > requests.length)
      throw new Error(`${responses.length} responses came for ${requests.length} requests.`);
    const closing = responses.at(-1)?.headers.get('connection') === 'close';
    if (whole && responses.length < requests.length && !closing && end !== 'reset')
      throw new Error(`${responses.length} responses came for ${requests.length} requests.`);
    if (whole && responses.length === 0) throw new Error(`The connection ended without a response (${end}).`);
    return responses;
  }

  close(): void {
    this.idle?.destroy();
  }
}

type End = 'complete' | 'closed' | 'reset' | 'late';

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** @param expected how many responses end the exchange; without it the client ends its side and the server closes */
function exchange(
  socket: Socket,
  bytes: Buffer,
  stream: ResponseStream,
  expected: number | undefined,
): Promise<End> {
  return new Promise((resolve, reject) => {
    const finish = (how: End | Error): void => {
      clearTimeout(timer);
      socket.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onError);
      if (how instanceof Error) {
        socket.destroy();
        reject(how);
      } else resolve(how);
    };
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (cause) {
        finish(cause instanceof Error ? cause : new Error(String(cause)));
      }
    };
    const onData = (chunk: Buffer): void =>
      attempt(() => {
        stream.push(chunk);
        if (expected === undefined || stream.responses.length < expected) return;
        finish(stream.responses.at(-1)?.headers.get('connection') === 'close' ? 'closed' : 'complete');
      });
    const onEnd = (): void => {
      attempt(() => stream.end());
      finish('closed');
    };
    const onClose = (): void => finish('closed');
    // The server closed while bytes were on their way to it, as it may after a refusal.
    const onError = (): void => finish('reset');
    const timer = setTimeout(() => finish('late'), longest);
    socket.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError);
    if (expected === undefined) socket.end(bytes);
    else socket.write(bytes);
  });
}
