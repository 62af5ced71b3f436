import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { AnswerStream } from './answer-stream.js';
import type { WireAnswer } from './answer-stream.js';
import type { HostileCase } from './hostile-case.js';

/** How long a case may take, in milliseconds: what takes longer hangs. */
const longest = 15_000;

/** A connection that is used again for whole requests, as long as the server keeps it. */
export class HostileConnection {
  private kept: Socket | undefined;

  constructor(private readonly port: number) {}

  /**
   * Sends the bytes of a case and takes its answers.
   *
   * @throws Error when the server hangs, sends what is no answer, or too few or too many
   */
  async send({ bytes, asked, shape }: HostileCase): Promise<readonly WireAnswer[]> {
    const whole = shape === 'whole';
    const reused = whole && this.kept !== undefined && !this.kept.destroyed;
    const socket = reused && this.kept ? this.kept : await open(this.port);
    const stream = new AnswerStream(asked);
    const end = await exchange(
      socket,
      Buffer.from(bytes, 'latin1'),
      stream,
      whole ? asked.length : undefined,
    );
    if (end !== 'answered') socket.destroy();
    if (whole) this.kept = end === 'answered' ? socket : undefined;
    const { answers } = stream;
    if (end === 'late') throw new Error(`Nothing came for ${longest} ms after ${answers.length} answers.`);
    if (stream.torn && end !== 'reset')
      throw new Error(`An answer was not whole after ${answers.length} answers.`);
    if (answers.length > asked.length)
      throw new Error(`${answers.length} answers came to ${asked.length} requests.`);
    const closing = answers.at(-1)?.headers.get('connection') === 'close';
    if (whole && answers.length < asked.length && !closing && end !== 'reset')
      throw new Error(`${answers.length} answers came to ${asked.length} requests.`);
    if (whole && answers.length === 0) throw new Error(`The connection ended without an answer (${end}).`);
    return answers;
  }

  close(): void {
    this.kept?.destroy();
  }
}

type End = 'answered' | 'closed' | 'reset' | 'late';

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

/** @param expected so many answers are the end; undefined: the client says that it has sent all, and the server closes */
function exchange(
  socket: Socket,
  bytes: Buffer,
  stream: AnswerStream,
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
        if (expected === undefined || stream.answers.length < expected) return;
        finish(stream.answers.at(-1)?.headers.get('connection') === 'close' ? 'closed' : 'answered');
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
