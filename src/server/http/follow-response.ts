import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Ending, LiveDelivery, SentBytes } from '../../journal/delivery.js';
import { timedOut } from './connection-limits.js';
import { bytesLeft } from './tricks/direct.js';

/** Measures what has left of one response on its connection. */
export class ResponseMeter {
  /**
   * @param head bytes of the head, once it is written
   * @param before bytes that had left on this connection
   */
  constructor(
    private readonly socket: Socket,
    public head = 0,
    private readonly before = bytesLeft(socket),
  ) {}

  readonly measure = (): SentBytes => {
    const all = Math.max(0, bytesLeft(this.socket) - this.before);
    const headBytes = Math.min(all, this.head);
    return { headBytes, bodyBytes: all - headBytes };
  };
}

/** Bytes that had left on the connection before, and those of a response that has left whole; default: as measured. */
interface KnownBytes {
  readonly before?: number;
  readonly whole?: () => SentBytes;
}

/** Follows a response whose head is written to its end, and measures it from its turn on. @param head bytes of the head */
export function followWritten(
  response: ServerResponse,
  delivery: LiveDelivery,
  signal: AbortSignal,
  head: number,
  { before, whole }: KnownBytes = {},
): void {
  const measureFrom = (start?: number): void => {
    delivery.measureWith(new ResponseMeter(response.req.socket, head, start).measure);
    delivery.update();
  };
  if (response.socket) measureFrom(before);
  else response.once('socket', () => measureFrom());
  followToEnd(response, delivery, signal, whole);
}

/**
 * Ends a delivery when its response ends, or when the connection does.
 *
 * @param whole the bytes of a response that has left whole; default: as measured
 */
export function followToEnd(
  response: ServerResponse,
  delivery: LiveDelivery,
  signal: AbortSignal,
  whole?: KnownBytes['whole'],
): void {
  const { socket } = response.req;
  const end = (): void => {
    response.off('finish', end).off('close', end);
    if (response.writableFinished) delivery.end('complete', whole?.());
    else delivery.end(endOf(socket, signal));
  };
  if (response.writableFinished || response.destroyed || socket.destroyed) end();
  else response.on('finish', end).on('close', end);
}

/** The reason why a connection ended before its response. */
export function endOf(socket: Socket, signal: AbortSignal): Ending {
  if (signal.aborted) return 'shutdown';
  return timedOut.has(socket) ? 'timeout' : 'left';
}
