/** The connections of clients that speak HTTP/2, in front of a server of HTTP/1.1. */
import {
  constants,
  createServer,
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
  const sessions = new Map<ServerHttp2Session, number>();
  const server = createServer({
    settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: 2 * options.maxHeaderSize },
    maxHeaderListPairs: maxFields,
  });
  const count = (session: ServerHttp2Session, by: 1 | -1): void => {
    const before = sessions.get(session);
    if (before !== undefined) sessions.set(session, before + by);
  };
  let isEnding = false;
  server.on('session', (session) => {
    sessions.set(session, 0);
    countMemory(session);
    session.once('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    // Node hands over the fields as they came too, which its types do not know.
    session.on('stream', (...[stream, headers, , raw]: StreamEvent) => {
      // The first stream of a connection gets its 503; a client may repeat the others (RFC 9113 section 8.7).
      if ((sessions.get(session) ?? 0) > 0 && refuses()) {
        stream.on('error', () => undefined).close(constants.NGHTTP2_REFUSED_STREAM);
        return;
      }
      count(session, 1);
      countMemory(stream, streamBytes + stream.writableHighWaterMark);
      stream.once('close', () => count(session, -1));
      serveStream(stream, headers, raw ?? [], options);
    });
    session.setTimeout(idleMs);
    session.on('timeout', () => {
      if (sessions.get(session) !== 0) return;
      // One that does not read does not close in order.
      if (session.closed) session.destroy();
      else session.close();
    });
    if (isEnding) session.close();
  });
  return {
    take(socket) {
      server.emit('connection', socket);
    },
    end() {
      isEnding = true;
      for (const session of sessions.keys()) session.close();
    },
    destroy() {
      for (const session of sessions.keys()) session.destroy();
    },
  };
}
