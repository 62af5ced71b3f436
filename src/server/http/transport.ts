import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** The ways in which requests get to a server. */
export interface Transport {
  /** The event of a connection that may bring requests of HTTP/1.1. */
  readonly connected: 'connection' | 'http1Connection';
  readonly create: (options: TransportOptions, onRequest: RequestListener) => TransportServer;
}

export interface TransportOptions extends ServerOptions {
  /** Milliseconds for a client to read some of the bytes that wait for it. */
  readonly writeTimeout: number;
  /** Counts the memory of what brings requests in another way than `connected`, until it closes. @param bytes default: a connection's */
  readonly count: (closing: Closing, bytes?: number) => void;
  /** Tells whether there is no room for one more request, which is then counted as refused. */
  readonly refuses: () => boolean;
}

/** A connection, or a stream of one. */
export interface Closing {
  once(event: 'close', listener: () => void): unknown;
}

export interface TransportServer {
  readonly server: Server;
  /** Connections that can't bring a request yet, as they have not agreed on TLS. */
  readonly handshaking: ReadonlySet<Socket>;
  /** Connections that bring requests in another way. */
  readonly others: OtherConnections;
}

/** Connections on which the server does not see requests follow each other. */
export interface OtherConnections {
  /** Asks clients for no further requests, and closes each connection behind its last response. */
  end(): void;
  /** Closes all connections at once. */
  destroy(): void;
}

export const noOthers: OtherConnections = { end: () => undefined, destroy: () => undefined };

export const plainTransport: Transport = {
  connected: 'connection',
  create: (options, onRequest) => ({
    server: createServer(options, onRequest),
    handshaking: new Set(),
    others: noOthers,
  }),
};

/** The connection below each one with TLS. */
const below = new WeakMap<Socket, Socket>();

/** Resets a connection, below its TLS too. */
export function resetConnection(socket: Socket): void {
  (below.get(socket) ?? socket).resetAndDestroy();
}

/**
 * Follows connections while they agree on TLS, and remembers which is below which: Node does not tell.
 *
 * @returns those that have not agreed yet
 */
export function followHandshakes(server: Server): ReadonlySet<Socket> {
  const byPeer = new Map<string, Socket>();
  const handshaking = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    byPeer.set(peer, socket);
    handshaking.add(socket);
    socket.once('close', () => {
      handshaking.delete(socket);
      if (byPeer.get(peer) === socket) byPeer.delete(peer);
    });
  });
  server.on('secureConnection', (secure: Socket) => {
    const socket = byPeer.get(peerOf(secure));
    if (!socket) return;
    handshaking.delete(socket);
    below.set(secure, socket);
  });
  return handshaking;
}

function peerOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${localAddress} ${remoteAddress} ${remotePort}`;
}
