/** Requests and responses that leave Node's streams aside; the two pay only together. */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Takes the bytes of a body as they come. */
export interface BodyReceiver {
  chunk(bytes: Buffer): void;
  end(): void;
}

/**
 * A request whose body goes from Node's parser to a receiver, without the stream between them: its buffers, events and ticks
 * cost more than a whole response, even for a request without a body.
 *
 * Leans on the parser calling `push` for each part of the body and with null at its end, on `_dumped` and on `readableEnded`.
 * Without it, or where the body is in the stream already, `readBody` reads the stream.
 */
export class DirectRequest extends IncomingMessage {
  private receiver: BodyReceiver | undefined;
  private isInStream = false;
  /** Node's own mark that there is nothing left of this body to be taken off the wire. */
  private _dumped = false;

  /**
   * Gives the body to a receiver instead of the stream.
   *
   * @returns whether it can: not when a part of the body, or its end, has gone into the stream already
   */
  receiveBody(receiver: BodyReceiver): boolean {
    if (!this.isInStream) this.receiver = receiver;
    return !this.isInStream;
  }

  /** The parser calls this with each part of the body, and with null at its end. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (!this.receiver) {
      this.isInStream = true;
      return super.push(chunk, encoding);
    }
    if (chunk !== null) {
      this.receiver.chunk(chunk);
      return true;
    }
    this._dumped = true;
    this.receiver.end();
    return false;
  }

  /** True if all of the body was given away. */
  get given(): boolean {
    return this.receiver !== undefined && this.complete;
  }
}

// Node asks this before it lets go of an answered request. Typed as a property there, it can't be overridden in the class.
Object.defineProperty(DirectRequest.prototype, 'readableEnded', {
  configurable: true,
  get(this: DirectRequest): boolean {
    return this.given || Reflect.get(IncomingMessage.prototype, 'readableEnded', this);
  },
});

/**
 * A response that is written as one text, where Node writes head, body and an empty end as three pieces.
 *
 * Leans on `_header`, in which Node keeps the head until it sends it. Without it the response goes out by `writeHead` and `end`.
 */
export class DirectResponse extends ServerResponse {
  /** Head and first line as Node has written them, until they are sent; its own field. */
  declare private _header: string | null;

  /**
   * Sends head and body in one write.
   *
   * @param headers names and values in turn, Content-Length among them
   * @param body ASCII
   */
  sendText(status: number, headers: string[], body: string): void {
    this.writeHead(status, headers);
    if (typeof this._header === 'string') {
      this._header += body;
      this.end();
    } else this.end(body, 'latin1');
  }
}

/** The fields in which Node keeps what it has handed to the system, and what waits there. */
type WithHandle = Socket & {
  readonly encrypted?: boolean;
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
};

/**
 * The bytes of a connection that have left this process.
 *
 * Leans on `_handle`, which alone knows how much of a write the system has taken. Without it a write counts once all of it is taken,
 * and so it does by TLS, where what waits is longer than what was written.
 */
export function bytesLeft(socket: Socket): number {
  const { encrypted, _handle } = socket as WithHandle;
  const { bytesWritten, writeQueueSize } = _handle ?? {};
  if (bytesWritten !== undefined && writeQueueSize !== undefined && encrypted !== true)
    return bytesWritten - writeQueueSize;
  return socket.bytesWritten - socket.writableLength;
}

/** Bytes of the head that a response has written; 0 where Node does not tell. Leans on `_header`. */
export function headLength(response: ServerResponse): number {
  const { _header } = response as ServerResponse & { readonly _header?: unknown };
  return typeof _header === 'string' ? _header.length : 0;
}
