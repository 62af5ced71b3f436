/** Credentials on each operation; an order with an unknown field is refused whatever the key (4.3, 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { type Call, enveloped } from '../../reference-server/stages.js';
import {
  bare,
  document,
  httpStatus,
  page,
  refusal,
  restatus,
  serverError,
} from '../../variations/changes.js';
import { all, status, type When } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { credential } from '../../variations/calls.js';
import { askRates, order, withKey } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const { expired, limited } = DEFAULT_KEYS;
const forLookup: When = (_, call) => call.operation === 'getOrder';
const forRates: When = (_, call) => call.operation === 'getShippingRates';
const forList: When = (_, call) => call.operation === 'listCategories';
const hasExpired: When = (_, call) => credential(call) === `Bearer ${expired}`;
const isEmpty: When = (_, call) => credential(call) === '';
const noKey = withKey(null, order());
const wrongKey = withKey('Bearer nobody', order());
const expiredOrder = withKey(`Bearer ${expired}`, order());
const limitedOrder = withKey(`Bearer ${limited}`, order());
const forOrder: When = (_, call) => call.operation === 'createOrder';
const refused = all(status(401), forOrder);
const admitsOrders = (test: (call: Call) => boolean) =>
  on(
    all(refused, (_, call) => test(call)),
    refusal(400, 'Invalid order', 'unknown_field is not a known field'),
  );

export default [
  ...faultsOf('keys of operations', { section: '5 rule 3' })({
    'rates-401-missing-only-500': {
      section: '7',
      title: 'rates without a key are 500, with a wrong one 401',
      foundBy: ['auth/before-validation', 'auth/missing-key'],
      apply: on(all(status(401), forRates, isEmpty), serverError),
      witness: withKey(null, askRates()),
    },
    'list-401-expired-is-419': {
      section: '5 rule 4',
      title: 'the category list refuses an expired key with 419',
      foundBy: ['auth/expired-key', 'responses/documented-status'],
      apply: on(all(status(401), forList, hasExpired), restatus(419)),
    },
    'lookup-401-is-404': {
      title: 'looking an order up with an unknown key is 404',
      foundOnlyBy: 'orders/needs-key',
      apply: on(all(status(401), forLookup), restatus(404)),
      witness: withKey('Bearer nobody', { method: 'GET', path: '/orders/TRK1' }),
    },
    'order-400-before-unknown-key': {
      title: 'an unknown key gets the 400 of an order with an unknown field',
      foundBy: ['auth/expired-key', 'auth/unknown-key'],
      apply: admitsOrders(
        (call) => credential(call) === 'Bearer nobody' || /^Bearer \w{3,}/.test(credential(call)),
      ),
      witness: wrongKey,
    },
    'order-400-before-missing-key': {
      section: '5 rule 1',
      title: 'without a key the unknown field of an order is told',
      foundBy: ['auth/key-elsewhere', 'auth/missing-key'],
      apply: admitsOrders((call) => credential(call) === ''),
      witness: noKey,
    },
    'order-401-html': {
      section: '4',
      title: 'a 401 of an order is an HTML page',
      foundBy: ['http/challenge-with-401', 'http/json-content-type'],
      apply: on(refused, page(401, 'text/html', '<h1>Sign in</h1>')),
      witness: noKey,
    },
    'order-401-message-only': {
      title: 'a 401 of an order has only a message',
      foundBy: ['envelope/status-flag', 'http/challenge-with-401'],
      apply: on(refused, document(401, { message: 'Unauthenticated.' })),
      witness: wrongKey,
    },
    'order-401-empty': {
      title: 'a 401 of an order has no body',
      foundBy: ['http/challenge-with-401', 'http/valid-json'],
      apply: on(refused, page(401, 'application/json', '')),
      witness: noKey,
    },
    'order-401-is-403': {
      title: 'orders refuse an unknown key with 403',
      foundBy: ['auth/expired-key', 'auth/missing-key'],
      apply: on(refused, restatus(403)),
      witness: wrongKey,
    },
    'order-401-is-500': {
      section: '7',
      title: 'an order with an expired key is 500',
      foundBy: ['auth/expired-key', 'responses/no-server-error'],
      apply: on(all(refused, hasExpired), serverError),
      witness: expiredOrder,
    },
    'order-401-redirects': {
      title: 'orders redirect to a login page without a key',
      foundBy: ['auth/missing-key', 'responses/documented-status'],
      apply: on(all(refused, isEmpty), bare(302, { Location: '/login' })),
      witness: noKey,
    },
  }),
  ...faultsOf('keys of operations', { section: '5 rule 5' })({
    'limited-403-for-shape-only': {
      title: 'a limited key is refused only when the shipment is valid, and else gets a 200 without rates',
      foundBy: ['auth/limited-key', 'envelope/data'],
      when: all(
        status(403),
        (_, { body }) => typeof (Object(body) as { weight?: unknown }).weight !== 'number',
      ),
      change: () => enveloped(200, '', []),
      witness: withKey(`Bearer ${limited}`, askRates({})),
    },
    'order-403-is-401': {
      title: 'what a limited key may not order is 401',
      foundBy: ['auth/limited-key', 'http/challenge-with-401'],
      apply: on(all(status(403), forOrder), restatus(401)),
      witness: limitedOrder,
    },
    'order-403-http-200': {
      title: 'what a limited key may not order is HTTP 200',
      foundBy: ['auth/limited-key', 'envelope/response-code'],
      apply: on(all(status(403), forOrder), httpStatus(200)),
      witness: limitedOrder,
    },
  }),
];
