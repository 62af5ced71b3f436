import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** The ends of a connection as both of its sides tell them. */
export type Peers = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

type Callback = (error?: Error | null) => void;

/** Bytes that one side hands over at a time: as many as the other may hold unread. */
const partBytes = 4_096;

/** A chunk on its way to the other side. */
interface Passing {
  readonly chunk: Buffer;
  /** Bytes that were handed over, the last part of them perhaps unread. */
  handedOver: number;
  /** Bytes that the other side has read. */
  read: number;
  readonly written: Callback;
}

/**
 * One side of a connection within this process: what one side writes, the other reads, part by part, so that a side which does not read
 * holds no more than a part. It has what HTTP/1.1 asks of a connection, so that Node's server and client run over it as over TCP.
 */
export class InnerSocket extends Duplex {
  /** Both sides of a new connection, which is told to be one between these ends. */
  static pair(peers: Partial<Peers> = {}): readonly [client: InnerSocket, server: InnerSocket] {
    const [client, server] = [new InnerSocket(peers), new InnerSocket(peers)];
    client.other = server;
    server.other = client;
    return [client, server];
  }

  readonly encrypted = true;
  readonly connecting = false;
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  bytesRead = 0;
  /** Bytes that the other side has read. */
  bytesTaken = 0;
  private hasEnded = false;
  declare private other: InnerSocket;
  private passing: Passing | undefined;
  private timer: NodeJS.Timeout | undefined;

  private constructor({ remoteAddress, remotePort, localAddress, localPort }: Partial<Peers>) {
    super({ readableHighWaterMark: partBytes });
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
    this.localAddress = localAddress;
    this.localPort = localPort;
  }

  /** Bytes that were written, those included that wait for the other side, as for a connection by TCP. */
  get bytesWritten(): number {
    return this.bytesTaken - (this.passing?.read ?? 0) + this.writableLength;
  }

  /** Breaks the connection off. @param cause the error of the other side; default: ECONNRESET */
  resetAndDestroy(cause: Error = errorOf('ECONNRESET', 'read ECONNRESET')): this {
    if (!this.other.destroyed) this.other.destroy(cause);
    return this.destroy();
  }

  /** Closes once everything is written. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  /** Emits `timeout` when nothing was read or written for so long. @param ms milliseconds; 0: never */
  setTimeout(ms: number, listener?: () => void): this {
    clearTimeout(this.timer);
    this.timer = ms > 0 ? setTimeout(() => this.emit('timeout'), ms).unref() : undefined;
    if (listener) this.once('timeout', listener);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    this.other.hasBeenRead();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: Callback): void {
    this.timer?.refresh();
    if (this.other.destroyed) written(errorOf('EPIPE', 'write EPIPE'));
    else if (chunk.length === 0) process.nextTick(written);
    else {
      this.passing = { chunk, handedOver: 0, read: 0, written };
      this.handOver(this.passing);
    }
  }

  override _final(ended: Callback): void {
    this.other.endReading();
    ended();
  }

  override _destroy(error: Error | null, destroyed: Callback): void {
    clearTimeout(this.timer);
    const { passing } = this;
    this.passing = undefined;
    // As by TCP, those who wrote learn of the end first: a write that fails before counts as one that is over.
    if (passing) setImmediate(passing.written, error ?? errorOf('ECONNABORTED', 'write ECONNABORTED'));
    // What is lost on its way, in either direction, breaks the connection off also for a side that does not read.
    if (passing || this.other.passing) this.other.destroy(errorOf('ECONNRESET', 'read ECONNRESET'));
    else this.other.endReading();
    destroyed(error);
  }

  private receive(chunk: Buffer): void {
    this.timer?.refresh();
    this.bytesRead += chunk.length;
    this.push(chunk);
  }

  private endReading(): void {
    if (!this.destroyed && !this.readableEnded && !this.hasEnded) this.push(null);
    this.hasEnded = true;
  }

  private handOver(passing: Passing): void {
    const part = passing.chunk.subarray(passing.handedOver, passing.handedOver + partBytes);
    passing.handedOver += part.length;
    this.other.receive(part);
  }

  /** Called when the other side asks for more than it was given. */
  private hasBeenRead(): void {
    const { passing } = this;
    if (!passing) return;
    this.timer?.refresh();
    this.bytesTaken += passing.handedOver - passing.read;
    passing.read = passing.handedOver;
    if (passing.read < passing.chunk.length) this.handOver(passing);
    else {
      this.passing = undefined;
      passing.written();
    }
  }
}

function errorOf(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
