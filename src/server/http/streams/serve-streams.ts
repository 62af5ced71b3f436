/** The connections of clients that speak HTTP/2, in front of a server of HTTP/1.1. */
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { OtherConnections } from '../transport.js';
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
}

export function streamServer({ idleMs, ...options }: StreamServerOptions): StreamServer {
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
    session.once('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    // Node hands over the fields as they came too, which its types do not know.
    session.on('stream', (...[stream, headers, , raw]: StreamEvent) => {
      count(session, 1);
      stream.once('close', () => count(session, -1));
      serveStream(stream, headers, raw ?? [], options);
    });
    session.setTimeout(idleMs);
    session.on('timeout', () => {
      if (sessions.get(session) === 0) session.close();
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
