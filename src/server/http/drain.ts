import type { OutgoingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long requests under way may take to finish when the server stops, in milliseconds. */
const timeoutMs = 10_000;
/** How long to wait for a request whose first bytes are already in the socket, in milliseconds. */
const silence = 50;

/** A server whose connections are tracked; `noteRequest` of http-server.ts tells of each request. */
export interface HttpServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** What a stop must know of a server's connections. */
export interface Connections {
  readonly all: Set<Socket>;
  /** Connections on which no request has arrived yet. */
  readonly silent: Set<Socket>;
  /** The last request of each connection that pipelines. */
  readonly last: WeakMap<Socket, ServerResponse>;
}

/**
 * Tracks the connections of a server. Node takes one without a request for busy, and browsers open some ahead of need:
 * without this a stop would wait for them until the end of its grace period.
 */
export function trackConnections(server: Server): Connections {
  const connections: Connections = { all: new Set(), silent: new Set(), last: new WeakMap() };
  const { all, silent } = connections;
  server.on('connection', (socket) => {
    all.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      silent.delete(socket);
    });
  });
  return connections;
}

/**
 * Stops accepting connections and waits until the requests under way are answered; after a grace period it closes
 * them. The last response on each connection has `Connection: close`.
 */
export async function drain({ server, connections }: HttpServer): Promise<void> {
  const { all, silent, last } = connections;
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  for (const socket of all) endAfter(lastAnswer(socket, last));
  server.prependListener('request', ({ socket }, response) => {
    const before = lastAnswer(socket, last);
    if (before && before !== response && !before.headersSent) before.shouldKeepAlive = true;
    endAfter(response);
  });
  const unread = setTimeout(() => {
    for (const socket of silent) socket.destroy();
  }, silence);
  // A connection that was busy when the server closed becomes idle later, and Node leaves it open then.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 20);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, timeoutMs);
  await closed;
  clearTimeout(unread);
  clearInterval(idle);
  clearTimeout(cut);
}

/** The last of the responses under way on a connection. */
function lastAnswer(socket: Socket, last: Connections['last']): OutgoingMessage | undefined {
  const waiting = last.get(socket);
  if (waiting && !waiting.writableFinished) return waiting;
  return (socket as Socket & { _httpMessage?: OutgoingMessage | null })._httpMessage ?? undefined;
}

function endAfter(answer: OutgoingMessage | undefined): void {
  if (answer && !answer.headersSent) answer.shouldKeepAlive = false;
}
