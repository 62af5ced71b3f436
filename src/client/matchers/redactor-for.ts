import type { Contract } from '../../contract/contract.js';
import { credentialsIn } from '../../secrets/credentials-in.js';
import { Redactor } from '../../secrets/redactor.js';

/** Where answers of axios (`config`) and supertest (`request`) keep the headers that were sent. */
interface Sent {
  config?: { headers?: object };
  request?: { header?: object };
}

/** Names of headers whose values a failed test must not print. */
const carriesSecret = /auth|cookie|key|token|secret|credential/i;

/**
 * Removes from a failed test's message the keys of the environment (`DRYDOCK_KEY` and its like), and the credentials of the
 * request where the answer knows its request.
 */
export function redactorFor(received: unknown, { document }: Contract): Redactor {
  const { config, request } = (typeof received === 'object' && received !== null ? received : {}) as Sent;
  const sent = Object.entries({ ...request?.header, ...config?.headers })
    .filter(([name]) => carriesSecret.test(name))
    .flatMap(([name, value]) => credentialsIn(name, String(value)));
  const { DRYDOCK_KEY = '', DRYDOCK_EXPIRED_KEY = '', DRYDOCK_LIMITED_KEY = '' } = process.env;
  const published = JSON.stringify(document).toLowerCase();
  return new Redactor([DRYDOCK_KEY, DRYDOCK_EXPIRED_KEY, DRYDOCK_LIMITED_KEY, ...sent], (text) =>
    published.includes(text),
  );
}
