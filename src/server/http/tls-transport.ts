import { createServer } from 'node:https';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ServerTls } from '../../tls/server-tls.js';
import { InnerSocket } from './streams/inner-socket.js';
import { streamServer } from './streams/serve-streams.js';
import { followHandshakes, type Transport } from './transport.js';

/** Connections by TLS, of which a request hears nothing; the client chooses between HTTP/2 and HTTP/1.1 (ALPN). */
export function tlsTransport({ cert, key }: ServerTls): Transport {
  const connected = 'http1Connection';
  return {
    connected,
    create(options, onRequest) {
      const { headersTimeout: handshakeTimeout, keepAliveTimeout: idleMs = 0, maxHeaderSize = 0 } = options;
      const { writeTimeout: unreadMs, count, refuses } = options;
      const secure = createServer(
        { ...options, cert, key, handshakeTimeout, ALPNProtocols: ['h2', 'http/1.1'] },
        (request, response) => {
          if (request.socket instanceof InnerSocket) request.httpVersion = '2.0';
          onRequest(request, response);
        },
      );
      // Node would hand these to the listener of malformed requests, which would answer them in plain text.
      secure.removeAllListeners('tlsClientError');
      secure.on('tlsClientError', (_error, socket) => socket.destroy());
      // Their types differ in the events of TLS alone.
      const server = secure as unknown as Server;
      // Node's own listener speaks HTTP/1.1 with whoever connects.
      const [speakHttp1] = secure.listeners('secureConnection');
      secure.removeAllListeners('secureConnection');
      if (speakHttp1) server.on(connected, speakHttp1 as (socket: Socket) => void);
      const serve = (socket: Socket): void => void server.emit(connected, socket);
      const streams = streamServer({ idleMs, unreadMs, maxHeaderSize, count, refuses, serve });
      const handshaking = followHandshakes(server);
      secure.on('secureConnection', (socket: TLSSocket) => {
        if (socket.alpnProtocol === 'h2') streams.take(socket);
        else serve(socket);
      });
      return { server, handshaking, others: streams };
    },
  };
}
