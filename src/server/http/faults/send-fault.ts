import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { longestHoldMs, type FaultWire } from '../../../scenarios/faults/fault-wire.js';
import { breakConnection, type Fault } from '../../../scenarios/faults/registry.js';
import type { LiveDelivery } from '../../../journal/delivery.js';
import { endOf, ResponseMeter } from '../follow-response.js';
import { headLength } from '../tricks/direct.js';
import { resetConnection } from '../transport.js';
import { wait } from './wait.js';

/** The response that would have been sent. */
interface PendingResponse {
  readonly status: number;
  /** Names in any case; Content-Length and Transfer-Encoding are left out. */
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly body: Uint8Array;
}

/** The time that a client may take to close its side after the server has closed its own. */
const lingerMs = 1_000;

/**
 * Sends a response broken by a fault, and resolves when that is over: when the connection is closed, or the response has
 * ended where the fault leaves the connection open.
 *
 * @param response nothing may have been written to it yet
 * @param signal aborted when the server shuts down; a connection that is held is then closed
 * @param delivery learns what leaves, and how it ends unless the response itself ends
 */
export async function sendFault(
  response: ServerResponse,
  pending: PendingResponse,
  fault: Fault,
  signal: AbortSignal,
  delivery: LiveDelivery,
): Promise<void> {
  // Discards what the client still sends; unread bytes would turn an orderly close into a reset.
  response.req.resume();
  const wire = new SocketWire(response, pending, signal, delivery);
  await breakConnection(fault, wire, pending.body);
  // A fault that ends nothing must not leave the request hanging.
  if (!wire.isOver) wire.cut();
}

/** The socket of a node:http request, for faults to write to. */
class SocketWire implements FaultWire {
  /** True if the response or the connection has ended. */
  isOver = false;
  private readonly socket: Socket;
  private hasHead = false;
  private heldMs = 0;
  private readonly meter: ResponseMeter;
  private announced = 0;

  constructor(
    private readonly response: ServerResponse,
    private readonly pending: PendingResponse,
    private readonly signal: AbortSignal,
    private readonly delivery: LiveDelivery,
  ) {
    this.socket = response.req.socket;
    this.meter = new ResponseMeter(this.socket);
    delivery.measureWith(this.meter.measure);
    // A fault says what is on the wire, byte by byte: what middleware has put in the place of Node's methods would change it.
    for (const name of ['writeHead', 'write', 'end']) Reflect.deleteProperty(response, name);
  }

  sendHead(contentLength: number): void {
    const headers = Object.entries(this.pending.headers).filter(
      ([name, value]) => value !== undefined && !/^(content-length|transfer-encoding)$/i.test(name),
    );
    this.response.removeHeader('Transfer-Encoding');
    this.response.writeHead(this.pending.status, {
      ...Object.fromEntries(headers),
      'Content-Length': contentLength,
    });
    this.meter.head = headLength(this.response);
    this.announced = contentLength;
    this.hasHead = true;
  }

  send(bytes: Uint8Array): void {
    if (this.hasHead) this.response.write(bytes);
    else this.socket.write(bytes);
  }

  finish(): void {
    this.isOver = true;
    this.response.end();
  }

  reset(): void {
    this.isOver = true;
    this.delivery.end('reset');
    resetConnection(this.socket);
  }

  /** Sends what is written and a FIN; destroys the connection if the client does not close its side in turn. */
  async close(): Promise<void> {
    this.flushHead();
    const ended = new Promise<void>((resolve) => {
      this.socket.end(resolve);
      this.socket.once('close', () => resolve());
    });
    await Promise.race([ended, wait(lingerMs, this.response, this.signal)]);
    const { headBytes, bodyBytes } = this.delivery.update();
    const isWhole = headBytes > 0 && bodyBytes >= this.announced;
    this.delivery.end(headBytes === 0 ? 'closed' : isWhole ? 'complete' : 'cut');
    await wait(lingerMs, this.response, this.signal);
    this.cut();
  }

  async hold(): Promise<void> {
    await this.wait(Infinity);
  }

  async wait(ms: number): Promise<boolean> {
    this.flushHead();
    const leftMs = longestHoldMs - this.heldMs;
    this.heldMs += ms;
    // By then Node has written what it held back in this turn.
    const written = setImmediate(() => this.delivery.update());
    const end = await wait(Math.min(ms, leftMs), this.response, this.signal);
    clearImmediate(written);
    if (end === 'elapsed' && ms <= leftMs) return true;
    this.delivery.end(end === 'elapsed' ? 'held' : endOf(this.socket, this.signal));
    this.cut();
    return false;
  }

  /** Ends the connection at once. */
  cut(): void {
    this.isOver = true;
    this.socket.destroy();
  }

  /** Node holds a head back until there are bytes of a body. */
  private flushHead(): void {
    if (this.hasHead) this.response.flushHeaders();
  }
}
