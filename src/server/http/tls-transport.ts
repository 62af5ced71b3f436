import { createServer } from 'node:https';
import type { Server } from 'node:http';
import type { ServerTls } from '../../tls/server-tls.js';
import { followHandshakes, type Transport } from './transport.js';

/** Connections by TLS, of which a request hears nothing: HTTP/1.1 alone is offered (ALPN). */
export function tlsTransport({ cert, key }: ServerTls): Transport {
  return {
    connected: 'secureConnection',
    create(options, onRequest) {
      const { headersTimeout: handshakeTimeout } = options;
      const secure = createServer(
        { ...options, cert, key, handshakeTimeout, ALPNProtocols: ['http/1.1'] },
        onRequest,
      );
      // Node would hand these to the listener of malformed requests, which would answer them in plain text.
      secure.removeAllListeners('tlsClientError');
      secure.on('tlsClientError', (_error, socket) => socket.destroy());
      // Their types differ in the events of TLS alone.
      const server = secure as unknown as Server;
      return { server, handshaking: followHandshakes(server) };
    },
  };
}
