import type { IncomingMessage } from 'node:http';
import { errorResponse } from '../../mock/exchange/error-response.js';
import { sendOwn } from './mock-answers.js';
import type { ProxyExchange } from './proxy-exchange.js';

/** Protocols that clients offer with ordinary requests, and do without where nobody takes them up. */
const optional = new Set(['h2c', 'tls/1.2', 'tls/1.3', 'http/2.0']);

/** Tells whether a request makes sense only on a connection that becomes another protocol's, such as WebSocket. */
export function wantsUpgrade({ headers }: IncomingMessage): boolean {
  const { upgrade, connection = '' } = headers;
  if (upgrade === undefined || !/\bupgrade\b/i.test(connection)) return false;
  return upgrade.split(',').some((protocol) => !optional.has(protocol.trim().toLowerCase()));
}

export function refuseUpgrade(proxied: ProxyExchange): void {
  const error =
    'The connection can not become another protocol such as WebSocket: connect to the target itself';
  sendOwn(
    proxied,
    errorResponse(proxied.exchange, 501, 'The proxy forwards requests and responses alone', [error]),
  );
}
