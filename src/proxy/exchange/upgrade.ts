import type { IncomingMessage } from 'node:http';
import { errorResponse } from '../../mock/exchange/error-response.js';
import { sendOwn } from './mock-answers.js';
import type { Visit } from './visit.js';

/** Protocols that clients offer with ordinary requests, and do without where nobody takes them up. */
const optional = new Set(['h2c', 'tls/1.2', 'tls/1.3', 'http/2.0']);

/** Whether a request makes sense only on a connection that becomes another protocol's, such as WebSocket. */
export function wantsUpgrade({ headers }: IncomingMessage): boolean {
  const { upgrade, connection = '' } = headers;
  if (upgrade === undefined || !/\bupgrade\b/i.test(connection)) return false;
  return upgrade.split(',').some((protocol) => !optional.has(protocol.trim().toLowerCase()));
}

export function refuseUpgrade(visit: Visit): void {
  const error =
    'The connection can not become another protocol such as WebSocket: connect to the target itself';
  sendOwn(
    visit,
    errorResponse(visit.exchange, 501, 'The proxy forwards requests and responses alone', [error]),
  );
}
