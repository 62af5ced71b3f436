/** Requests and responses that leave Node's streams aside, with how a body is read either way; the two pay only together. */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestBody } from '../../../mock/exchange/request.js';
import type { ConnectionLoad, ConnectionLoads } from '../connection-load.js';

/** Takes the bytes of a body as they come. */
interface BodyReceiver {
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

/** The body of a request without one. */
export const noBody: RequestBody = { bytes: new Uint8Array(0), tooLarge: false };
const tooLarge: RequestBody = { ...noBody, tooLarge: true };
/** Stands for a body of which the memory budget has no room for the rest. */
export const noRoom: RequestBody = { ...noBody };

/**
 * Reads a request's body up to a limit. A larger one is reported as soon as it is known to be, and no more of it is kept. Where
 * middleware has read the stream already, the body is what it has left in `request.body`.
 *
 * @param limit in bytes
 * @param done called once, unless the client goes away first, with `noRoom` where the memory budget has none; `isDecoded` says
 *   that a Content-Encoding was undone
 * @param loads where the bytes are counted while they arrive
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (body: RequestBody, isDecoded?: boolean) => void,
  loads?: ConnectionLoads,
): void {
  const declared = request.headers['content-length'];
  const hasBody =
    declared === undefined ? request.headers['transfer-encoding'] !== undefined : declared !== '0';
  if (hasBody && request.readableEnded) {
    const bytes = bytesOf((request as { body?: unknown }).body);
    done(bytes.length > limit ? tooLarge : { bytes, tooLarge: false }, true);
    return;
  }
  const length = Number(declared);
  const collector =
    hasBody && !(length > limit) ? new Collector({ request, length, limit, done, loads }) : undefined;
  // Without the stream where that is possible: see DirectRequest.
  const isDirect = request instanceof DirectRequest && request.receiveBody(collector ?? ignored);
  if (collector && !isDirect) followStream(request, collector);
  if (!collector) done(hasBody ? tooLarge : noBody);
}

const ignored: BodyReceiver = { chunk: () => undefined, end: () => undefined };

/** Returns the bytes of what a body parser has made: bytes, a text, or a value that was JSON. */
function bytesOf(parsed: unknown): Uint8Array {
  if (parsed instanceof Uint8Array) return parsed;
  if (parsed === undefined) return noBody.bytes;
  return Buffer.from(typeof parsed === 'string' ? parsed : JSON.stringify(parsed));
}

function followStream(request: IncomingMessage, receiver: BodyReceiver): void {
  request.on('data', (bytes: Buffer) => {
    receiver.chunk(bytes);
  });
  request.on('end', () => {
    receiver.end();
  });
}

/** Facts about a body that arrives. */
interface ExpectedBody {
  readonly request: IncomingMessage;
  /** In bytes as declared; NaN where it is not. */
  readonly length: number;
  readonly limit: number;
  readonly done: (body: RequestBody) => void;
  readonly loads: ConnectionLoads | undefined;
}

class Collector implements BodyReceiver {
  #bytes: Buffer | undefined;
  /** The filled part of the bytes. */
  #size = 0;
  #isDone = false;
  /** Counts the bytes; undefined if none were counted. */
  #load: ConnectionLoad | undefined;

  constructor(private readonly expected: ExpectedBody) {}

  /** Discards what comes after too much while the answer is sent. */
  chunk(bytes: Buffer): void {
    if (this.#isDone) return;
    const { length, limit } = this.expected;
    const size = this.#size + bytes.length;
    if (size > limit) {
      this.#finish(tooLarge);
      return;
    }
    const held = this.#bytes ? this.#appended(this.#bytes, bytes) : bytes;
    this.#bytes = held;
    this.#size = size;
    // The end of a body that is whole follows at once, so noBody is held for it.
    if (size !== length && !this.#hasRoomFor(held)) this.#finish(noRoom);
  }

  end(): void {
    if (this.#isDone) return;
    this.#finish({ bytes: this.#bytes?.subarray(0, this.#size) ?? noBody.bytes, tooLarge: false });
  }

  /** The buffer doubles, so that a body of many small chunks takes no more than twice its bytes. */
  #appended(before: Buffer, bytes: Buffer): Buffer {
    const size = this.#size + bytes.length;
    const { limit } = this.expected;
    const held = size > before.length ? Buffer.allocUnsafeSlow(Math.min(limit, 2 * size)) : before;
    if (held !== before) before.copy(held, 0, 0, this.#size);
    bytes.copy(held, this.#size);
    return held;
  }

  #hasRoomFor({ length }: Buffer): boolean {
    const { loads, request } = this.expected;
    this.#load ??= loads?.of(request.socket);
    return this.#load?.tryHold(this, length) ?? true;
  }

  #finish(body: RequestBody): void {
    this.#isDone = true;
    this.#bytes = undefined;
    this.#load?.release(this);
    this.expected.done(body);
  }
}

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
  /** Of a connection within this process. */
  readonly bytesTaken?: number;
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
};

/**
 * The bytes of a connection that have left this process.
 *
 * Leans on `_handle`, which alone knows how much of a write the system has taken. Without it a write counts once all of it is taken,
 * and so it does by TLS, where what waits is longer than what was written.
 */
export function bytesLeft(socket: Socket): number {
  const { encrypted, bytesTaken, _handle } = socket as WithHandle;
  if (bytesTaken !== undefined) return bytesTaken;
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
