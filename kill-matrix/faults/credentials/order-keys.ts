/** Credentials on POST /create-order with an unknown field, which is refused whatever the key (4.3, 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import {
  all,
  document,
  httpStatus,
  on,
  page,
  restatus,
  serverError,
  status,
  type When,
} from '../../variations/changes.js';
import { withKey } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('keys of operations', { section: '5 rule 3' });
const { expired, limited } = DEFAULT_KEYS;
const order = (fields: object = { unknown_field: 'value' }): Step => ({
  method: 'POST',
  path: '/create-order',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(fields),
});
const noKey = withKey(null, order());
const wrongKey = withKey('Bearer nobody', order());
const expiredOrder = withKey(`Bearer ${expired}`, order());
const limitedOrder = withKey(`Bearer ${limited}`, order());
const forOrder: When = (_, call) => call.operation === 'createOrder';
const refused = all(status(401), forOrder);
const header = (call: Call) => String(call.headers.authorization ?? '');
const hasExpired: When = (_, call) => header(call) === `Bearer ${expired}`;
const isEmpty: When = (_, call) => header(call) === '';
const admitsOrders = (test: (call: Call) => boolean) =>
  on(
    all(refused, (_, call) => test(call)),
    () => enveloped(400, 'Invalid order', [], ['unknown_field is not a known field']),
  );

export default [
  fault({
    id: 'order-400-before-unknown-key',
    title: 'an unknown key gets the 400 of an order with an unknown field',
    foundBy: ['auth/expired-key', 'auth/unknown-key'],
    apply: admitsOrders((call) => header(call) === 'Bearer nobody' || /^Bearer \w{3,}/.test(header(call))),
    witness: wrongKey,
  }),
  fault({
    id: 'order-400-before-missing-key',
    section: '5 rule 1',
    title: 'without a key the unknown field of an order is told',
    foundBy: ['auth/key-elsewhere', 'auth/missing-key'],
    apply: admitsOrders((call) => header(call) === ''),
    witness: noKey,
  }),
  fault({
    id: 'order-403-is-401',
    section: '5 rule 5',
    title: 'what a limited key may not order is 401',
    foundBy: ['auth/limited-key', 'http/challenge-with-401'],
    apply: on(all(status(403), forOrder), restatus(401)),
    witness: limitedOrder,
  }),
  fault({
    id: 'order-403-http-200',
    section: '5 rule 5',
    title: 'what a limited key may not order is HTTP 200',
    foundBy: ['auth/limited-key', 'envelope/response-code'],
    apply: on(all(status(403), forOrder), httpStatus(200)),
    witness: limitedOrder,
  }),
  fault({
    id: 'order-401-html',
    section: '4',
    title: 'a 401 of an order is an HTML page',
    foundBy: ['http/challenge-with-401', 'http/json-content-type'],
    apply: on(refused, page(401, 'text/html', '<h1>Sign in</h1>')),
    witness: noKey,
  }),
  fault({
    id: 'order-401-message-only',
    title: 'a 401 of an order has only a message',
    foundBy: ['envelope/status-flag', 'http/challenge-with-401'],
    apply: on(refused, document(401, { message: 'Unauthenticated.' })),
    witness: wrongKey,
  }),
  fault({
    id: 'order-401-empty',
    title: 'a 401 of an order has no body',
    foundBy: ['http/challenge-with-401', 'http/valid-json'],
    apply: on(refused, page(401, 'application/json', '')),
    witness: noKey,
  }),
  fault({
    id: 'order-401-is-403',
    title: 'orders refuse an unknown key with 403',
    foundBy: ['auth/expired-key', 'auth/missing-key'],
    apply: on(refused, restatus(403)),
    witness: wrongKey,
  }),
  fault({
    id: 'order-401-is-500',
    section: '7',
    title: 'an order with an expired key is 500',
    foundBy: ['auth/expired-key', 'responses/no-server-error'],
    apply: on(all(refused, hasExpired), serverError),
    witness: expiredOrder,
  }),
  fault({
    id: 'order-401-redirects',
    title: 'orders redirect to a login page without a key',
    foundBy: ['auth/missing-key', 'responses/documented-status'],
    apply: on(all(refused, isEmpty), () => ({
      status: 302,
      headers: { Location: '/login' },
      body: {},
      raw: '',
    })),
    witness: noKey,
  }),
];
