/** Requests for another protocol on the connection, such as WebSocket (RFC 9110 section 7.8). */
import { IncomingMessage, ServerResponse, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { lastAnswer, type Connections } from './drain.js';
import type { MessageClasses } from './tricks/message-classes.js';

/** Protocols that clients offer with ordinary requests, and do without where nobody takes them up. */
const optional = new Set(['h2c', 'tls/1.2', 'tls/1.3', 'http/2.0']);

/** Bytes that a client may send before its request is answered; the rest waits in its connection. */
const maxEarlyBytes = 65_536;

/** Tells whether a request makes sense only on a connection that becomes another protocol's, such as WebSocket. */
export function wantsUpgrade({ headers }: IncomingMessage): boolean {
  const { upgrade, connection = '' } = headers;
  if (upgrade === undefined || !/\bupgrade\b/i.test(connection)) return false;
  return upgrade.split(',').some((protocol) => !optional.has(protocol.trim().toLowerCase()));
}

/** A connection that waits for its new protocol. */
export interface WaitingConnection {
  readonly socket: Socket;
  /** Takes the connection out of HTTP. @returns what has come on it since the request */
  take(): Buffer;
}

const waiting = new WeakMap<IncomingMessage, WaitingConnection>();

/** The connection of a request that can become another protocol's; undefined for every other request. */
export function waitingConnection(request: IncomingMessage): WaitingConnection | undefined {
  return waiting.get(request);
}

/**
 * Classes whose requests Node takes out of HTTP only where `wantsUpgrade` says so and where they have no body. Node would do it with
 * each that offers another protocol, and leave its body unread.
 *
 * Leans on Node asking for the `upgrade` of a request when all its headers are known.
 */
export function upgradableClasses(classes: MessageClasses): MessageClasses {
  const { IncomingMessage: Request = class extends IncomingMessage {} } = classes;
  Object.defineProperty(Request.prototype, 'upgrade', {
    configurable: true,
    get(this: MarkedRequest): boolean {
      return (
        this.leavesHttp === true && (this.method === 'CONNECT' || (wantsUpgrade(this) && isBodiless(this)))
      );
    },
    set(this: MarkedRequest, value: boolean | null) {
      this.leavesHttp = value;
    },
  });
  return { ...classes, IncomingMessage: Request };
}

/** A request with Node's own mark. */
type MarkedRequest = IncomingMessage & { leavesHttp?: boolean | null };

/** Tells whether a request announces no body. */
export function isBodiless({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/**
 * Has requests for another protocol answered like all others; whoever answers may take their connection. Without that it ends behind
 * the response.
 */
export function handleUpgrades(
  server: Server,
  { ServerResponse: Response = ServerResponse }: MessageClasses,
  connections: Connections,
  handle: RequestListener,
): void {
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node's type is for servers on other streams too.
    const socket = stream as Socket;
    connections.silent.delete(socket);
    socket.setTimeout(0);
    const begin = (): void => {
      if (socket.destroyed) return;
      const response = new Response(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      waiting.set(request, awaitProtocol(socket, response, head));
      handle(request, response);
    };
    const earlier = lastAnswer(socket, connections.last);
    if (earlier && !earlier.writableFinished) earlier.once('finish', begin);
    else begin();
  });
}

/** Does what Node does for a connection under a request: it reads, so that the end of the connection is noticed. */
function awaitProtocol(socket: Socket, response: ServerResponse, head: Buffer): WaitingConnection {
  const early = [head];
  let bytes = head.length;
  const keep = (chunk: Buffer): void => {
    early.push(chunk);
    bytes += chunk.length;
    if (bytes > maxEarlyBytes) socket.pause();
  };
  const drained = (): void => {
    response.emit('drain');
  };
  const leave = (): void => {
    if (!response.writableEnded) socket.destroy();
  };
  const close = (): void => {
    socket.end();
    socket.resume();
  };
  // The end of the connection follows an error.
  socket
    .on('error', () => undefined)
    .on('data', keep)
    .on('drain', drained)
    .on('end', leave);
  response.once('finish', close);
  return {
    socket,
    take() {
      socket.off('data', keep).off('drain', drained).off('end', leave);
      response.off('finish', close);
      socket.pause();
      response.detachSocket(socket);
      return Buffer.concat(early);
    },
  };
}
