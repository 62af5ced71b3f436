import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests under way may take to finish when the server stops, in milliseconds. */
const patience = 10_000;

/** Connections of a server on which no request has arrived yet. */
const silent = new WeakMap<Server, Set<Socket>>();

/**
 * Keeps count of connections on which nothing was asked. Node takes them for busy, and browsers open some ahead of need:
 * without this a stop would wait for them until the end of its patience.
 */
export function prepareDrain(server: Server): void {
  const sockets = new Set<Socket>();
  silent.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }) => sockets.delete(socket));
}

/** Stops accepting connections and waits until the requests under way are answered; at the end of its patience it cuts them. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  for (const socket of silent.get(server) ?? []) socket.destroy();
  // A connection that was busy when the server closed becomes idle later, and Node leaves it open then.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 20);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, patience);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
