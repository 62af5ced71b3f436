import type { Server } from 'node:http';

/** How long requests under way may take to finish when the server stops, in milliseconds. */
const patience = 10_000;

/** Stops accepting connections and waits until the requests under way are answered; at the end of its patience it cuts them. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
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
