import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLoads } from './connection-load.js';
import { unfinishedHeads } from './tricks/unfinished-heads.js';

/** The most bytes of a request's head, unless a gateway says otherwise; Node refuses a longer one with 431. */
export const maxHeadBytes = 16_384;
/** The time between two counts, in milliseconds. */
const everyMs = 250;

/**
 * Counts the heads of requests that have not ended in the memory budget, as bodies that arrive are counted, until they end. A head
 * is counted when it has been on its way from one count to the next, so that what comes in one piece never is.
 *
 * @param close gets a connection for whose head there is no room
 */
export function countHeads(
  server: Server,
  loads: ConnectionLoads,
  maxBytes: number,
  close: (socket: Socket) => void,
): void {
  let before = new Set<Socket>();
  const timer = setInterval(() => {
    const heads = new Set(unfinishedHeads(server));
    for (const socket of before) if (!heads.has(socket)) loads.of(socket).release(head);
    for (const socket of heads) {
      const bytes = Math.min(socket.bytesRead, maxBytes);
      if (before.has(socket) && bytes > 0 && !loads.of(socket).tryHold(head, bytes)) close(socket);
    }
    before = heads;
  }, everyMs).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
}

/** Stands for the head of a connection. */
const head = {};
