import { Server, type OutgoingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { noOthers, type Transport, type TransportServer } from './transport.js';

/** Limit for requests under way when the server stops, in milliseconds. */
const timeoutMs = 10_000;
/** The wait for a request whose first bytes are already in the socket, in milliseconds. */
const silence = 100;
/** No connection for so long means that the system has none left to hand over, in milliseconds. */
const quietMs = 10;
/** The last connections are collected in so many turns at most where clients go on connecting. */
const maxTurns = 20;

/** A server whose connections are tracked; `noteRequest` of handle-request.ts tells of each request. */
export interface HttpServer {
  readonly server: Server;
  readonly connections: Connections;
}

/** The part of these facts that each request changes. */
export interface NotedRequests {
  /** Connections on which no request has arrived yet. */
  readonly silent: Set<Socket>;
  /** The last request of each connection that pipelines. */
  readonly last: WeakMap<Socket, ServerResponse>;
}

/** Facts about a server's connections that a stop needs. */
export interface Connections
  extends NotedRequests, Pick<TransportServer, 'handshaking' | 'others'>, Pick<Transport, 'connected'> {
  readonly all: Set<Socket>;
}

/**
 * Tracks the connections of a server. Node takes one without a request for busy, and browsers open some ahead of need:
 * without this a stop would wait for them until the end of its grace period.
 */
export function trackConnections(server: Server, known: Partial<Omit<Connections, 'all'>> = {}): Connections {
  const connections: Connections = {
    ...{ all: new Set(), silent: new Set(), last: new WeakMap() },
    ...{ handshaking: new Set(), others: noOthers, connected: 'connection' },
    ...known,
  };
  const { all, silent, connected } = connections;
  server.on(connected, (socket: Socket) => {
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
 * Stops a server without losing a request that it was sent. The last response on each connection has `Connection: close` from
 * now on; the server accepts connections as long as the system has any in its queue, closes its port, and waits until the
 * requests under way are answered, at most for 10 s.
 *
 * @param graceMs how long connections that are kept open may still bring a request, in milliseconds
 */
export async function drain({ server, connections }: HttpServer, graceMs = 0): Promise<void> {
  const { all, silent, handshaking, others, connected } = connections;
  const cut = setTimeout(() => {
    server.closeAllConnections();
    others.destroy();
  }, timeoutMs);
  endConnections(server, connections);
  if (graceMs > 0 && all.size > 0) await delay(graceMs);
  // From Node 26 one without a request yet counts as idle too, and would be closed with the port.
  server.closeIdleConnections = () => {
    if (silent.size === 0) Server.prototype.closeIdleConnections.call(server);
  };
  const last = server.listening ? await lastConnections(server, connected) : [];
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  for (const socket of last) socket.resume();
  others.end();
  // Timers come before what has arrived: it is read first, even if this process could not run for a while.
  const unread = setTimeout(() => {
    setImmediate(() => {
      for (const socket of [...silent, ...handshaking]) socket.destroy();
    });
  }, silence);
  // A connection that was busy when the server closed becomes idle later, and Node leaves it open then.
  const idle = setInterval(() => {
    setImmediate(() => {
      server.closeIdleConnections();
    });
  }, 20);
  await closed;
  clearTimeout(unread);
  clearInterval(idle);
  clearTimeout(cut);
}

/** Has the last response of each connection say that it is the last, also of those to come. */
function endConnections(server: Server, { all, last }: Connections): void {
  for (const socket of all) endAfter(lastAnswer(socket, last));
  server.prependListener('request', ({ socket }, response) => {
    const before = lastAnswer(socket, last);
    if (before && before !== response && !before.headersSent) before.shouldKeepAlive = true;
    endAfter(response);
  });
}

/**
 * Accepts what the system has in its queue, which it would reset when the port closes. Nothing is read from these
 * connections, so clients that wait for a response before they connect again come to rest.
 */
async function lastConnections(
  server: Server,
  connected: Transport['connected'],
): Promise<readonly Socket[]> {
  const collected: Socket[] = [];
  const collect = (socket: Socket): void => {
    collected.push(socket);
    // Node has yet to begin reading from it.
    process.nextTick(() => socket.pause());
  };
  server.on(connected, collect);
  let before = -1;
  for (let turn = 0; before < collected.length && turn < maxTurns; turn += 1) {
    before = collected.length;
    await delay(quietMs);
    // Timers come before new connections in a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off(connected, collect);
  return collected;
}

/** The last of the responses under way on a connection. */
export function lastAnswer(socket: Socket, last: Connections['last']): OutgoingMessage | undefined {
  const waiting = last.get(socket);
  if (waiting && !waiting.writableFinished) return waiting;
  return (socket as Socket & { _httpMessage?: OutgoingMessage | null })._httpMessage ?? undefined;
}

function endAfter(answer: OutgoingMessage | undefined): void {
  if (answer && !answer.headersSent) answer.shouldKeepAlive = false;
}
