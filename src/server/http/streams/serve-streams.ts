/** The connections of clients that speak HTTP/2, in front of a server of HTTP/1.1. */
import {
  constants,
  performServerHandshake,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { Closing, OtherConnections } from '../transport.js';
import { streamBytes } from '../connection-load.js';
import { serveStream, type StreamOptions } from './serve-stream.js';

/** Streams of one connection at the same time, as many as usual servers allow (RFC 9113 section 6.5.2). */
const maxStreams = 100;

/** Headers of one request: more than Node's usual 128, so that their size is the limit. */
const maxFields = 2_000;

type StreamEvent = [ServerHttp2Stream, IncomingHttpHeaders, flags: number, raw?: readonly string[]];

/** Connections that bring streams. */
export interface StreamServer extends OtherConnections {
  /** Takes a connection whose client chose HTTP/2. */
  take(socket: Socket): void;
}

export interface StreamServerOptions extends StreamOptions {
  /** A connection without a stream is closed after so many milliseconds. */
  readonly idleMs: number;
  /** Counts the memory of a connection, or of a stream of it, until it closes. */
  readonly count: (closing: Closing, bytes?: number) => void;
  /** Tells whether there is no room for one more stream. */
  readonly refuses: () => boolean;
}

export function streamServer({
  idleMs,
  count: countMemory,
  refuses,
  ...options
}: StreamServerOptions): StreamServer {
  const connections = new Set<Connection>();
  let isEnding = false;
  return {
    take(socket) {
      const session = performServerHandshake(socket, {
        settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: 2 * options.maxHeaderSize },
        maxHeaderListPairs: maxFields,
      });
      const connection = { session, socket, streams: 0 };
      connections.add(connection);
      countMemory(session);
      session.once('close', () => connections.delete(connection));
      session.on('error', () => session.destroy());
      // Node hands over the fields as they came too, which its types do not know.
      session.on('stream', (...[stream, headers, , raw]: StreamEvent) => {
        // The first stream of a connection gets its 503; a client may repeat the others (RFC 9113 section 8.7).
        if (connection.streams > 0 && refuses()) {
          stream.on('error', () => undefined).close(constants.NGHTTP2_REFUSED_STREAM);
          return;
        }
        connection.streams += 1;
        countMemory(stream, streamBytes + stream.writableHighWaterMark);
        stream.once('close', () => (connection.streams -= 1));
        serveStream(stream, headers, raw ?? [], options);
      });
      session.setTimeout(idleMs);
      session.on('timeout', () => {
        if (connection.streams === 0) closeIdle(connection);
        // Node begins to count again with what is read or written alone.
        session.setTimeout(idleMs);
      });
      if (isEnding) session.close();
    },
    end() {
      isEnding = true;
      for (const { session } of connections) session.close();
    },
    destroy() {
      for (const connection of connections) breakOff(connection);
    },
  };
}

interface Connection {
  readonly session: ServerHttp2Session;
  readonly socket: Socket;
  streams: number;
}

/** Closes a connection in order; one that has been asked for that before does not read. */
function closeIdle(connection: Connection): void {
  if (connection.session.closed) breakOff(connection);
  else connection.session.close();
}

/** Ends a connection at once. A session that was asked to close would only end its side, and wait for a client that does not read. */
function breakOff({ session, socket }: Connection): void {
  session.destroy();
  socket.destroy();
}
