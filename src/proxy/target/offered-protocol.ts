import { connect, type ConnectionOptions } from 'node:tls';

/**
 * Asks a server for HTTP/1.1 by TLS (ALPN, RFC 7301 section 3.2), and sends nothing.
 *
 * @param timeoutMs to connect and to agree on TLS
 * @returns undefined where the connection failed for another reason than that
 */
export function offersHttp2Alone(
  options: ConnectionOptions,
  timeoutMs: number,
): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ ...options, ALPNProtocols: ['http/1.1'] });
    const timer = setTimeout(() => end(undefined), timeoutMs);
    const end = (answer: boolean | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.once('secureConnect', () => end(false));
    socket.on('error', ({ message }: Error) =>
      end(message.includes('alert no application protocol') ? true : undefined),
    );
  });
}
