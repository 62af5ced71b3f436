import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The fields in which Node keeps what it has handed to the system, and what waits there. */
type WithHandle = Socket & {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
};

/**
 * The bytes of a connection that have left this process.
 *
 * Leans on `_handle`, which alone knows how much of a write the system has taken. Without it a write counts once all of it is taken.
 */
export function bytesLeft(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as WithHandle)._handle ?? {};
  if (bytesWritten !== undefined && writeQueueSize !== undefined) return bytesWritten - writeQueueSize;
  return socket.bytesWritten - socket.writableLength;
}

/** Bytes of the head that a response has written; 0 where Node does not tell. Leans on `_header`. */
export function headLength(response: ServerResponse): number {
  const { _header } = response as ServerResponse & { readonly _header?: unknown };
  return typeof _header === 'string' ? _header.length : 0;
}
