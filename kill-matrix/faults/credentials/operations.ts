/** Credentials on each operation, also on one that is only named: POST /create-order with an unknown field (4.3, 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Call } from '../../reference-server/stages.js';
import {
  all,
  document,
  drop,
  httpStatus,
  on,
  page,
  restatus,
  serverError,
  set,
  status,
  type When,
} from '../../variations/changes.js';
import { firstContact } from '../../variations/found-by.js';
import { askRates, forbiddenRates, listCategories, unknownPath, withKey } from '../../variations/requests.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('keys of operations');
const { valid, expired, limited } = DEFAULT_KEYS;
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
const forLookup: When = (_, call) => call.operation === 'getOrder';
const forRates: When = (_, call) => call.operation === 'getShippingRates';
const forList: When = (_, call) => call.operation === 'listCategories';
const refused = all(status(401), forOrder);
const header = (call: Call) => String(call.headers.authorization ?? '');
const hasExpired: When = (_, call) => header(call) === `Bearer ${expired}`;
const isEmpty: When = (_, call) => header(call) === '';
const admitsOrders = (test: (call: Call) => boolean) =>
  on(
    all(refused, (_, call) => test(call)),
    () => enveloped(400, 'Invalid order', [], ['unknown_field is not a known field']),
  );

export default firstContact(
  fault(
    'order-400-before-expired-key',
    '5 rule 4',
    'an expired key gets the 400 of an order with an unknown field',
    admitsOrders((call) => header(call) === `Bearer ${expired}`),
    expiredOrder,
  ),
  fault(
    'order-400-before-unknown-key',
    '5 rule 3',
    'an unknown key gets the 400 of an order with an unknown field',
    admitsOrders((call) => header(call) === 'Bearer nobody' || /^Bearer \w{3,}/.test(header(call))),
    wrongKey,
  ),
  fault(
    'order-400-before-missing-key',
    '5 rule 1',
    'without a key the unknown field of an order is told',
    admitsOrders((call) => header(call) === ''),
    noKey,
  ),
  fault(
    'order-key-in-other-case',
    '5 rule 3',
    'orders take the key in any case',
    admitsOrders((call) => header(call).toLowerCase() === `bearer ${valid}`.toLowerCase()),
    withKey(`Bearer ${valid.toUpperCase()}`, order()),
  ),
  fault(
    'order-key-cut',
    '5 rule 3',
    'orders take the key without its last two characters',
    admitsOrders((call) => header(call) === `Bearer ${valid.slice(0, -2)}`),
    withKey(`Bearer ${valid.slice(0, -2)}`, order()),
  ),
  fault(
    'order-scheme-any',
    '5 rule 1',
    'orders take the key with any scheme',
    admitsOrders((call) => header(call).endsWith(` ${valid}`)),
    withKey(`Token ${valid}`, order()),
  ),
  fault(
    'order-without-scheme',
    '5 rule 1',
    'orders take the key without Bearer',
    admitsOrders((call) => header(call) === valid),
    withKey(valid, order()),
  ),
  fault(
    'order-401-html',
    '4',
    'a 401 of an order is an HTML page',
    on(refused, page(401, 'text/html', '<h1>Sign in</h1>')),
    noKey,
  ),
  fault(
    'order-401-message-only',
    '5 rule 3',
    'a 401 of an order has only a message',
    on(refused, document(401, { message: 'Unauthenticated.' })),
    wrongKey,
  ),
  fault(
    'order-401-empty',
    '5 rule 3',
    'a 401 of an order has no body',
    on(refused, page(401, 'application/json', '')),
    noKey,
  ),
  fault(
    'order-401-is-404',
    '5 rule 3',
    'orders hide behind a 404 without a key',
    on(all(refused, isEmpty), restatus(404)),
    noKey,
  ),
  fault(
    'order-401-is-403',
    '5 rule 3',
    'orders refuse an unknown key with 403',
    on(refused, restatus(403)),
    wrongKey,
  ),
  fault(
    'order-401-is-500',
    '7',
    'an order with an expired key is 500',
    on(all(refused, hasExpired), serverError),
    expiredOrder,
  ),
  fault(
    'order-401-redirects',
    '5 rule 3',
    'orders redirect to a login page without a key',
    on(all(refused, isEmpty), () => ({ status: 302, headers: { Location: '/login' }, body: {}, raw: '' })),
    noKey,
  ),
  fault(
    'order-401-code-number',
    '7 rule 1',
    'response_code is a number in the 401 of an order',
    on(refused, set({ response_code: 401 })),
    noKey,
  ),
  fault(
    'order-401-data-object',
    '7',
    'data is {} in the 401 of an order',
    on(refused, set({ data: {} })),
    wrongKey,
  ),
  fault(
    'order-401-errors-missing',
    '7',
    'errors is left out of the 401 of an order',
    on(refused, drop('errors')),
    noKey,
  ),
  fault(
    'order-403-is-401',
    '5 rule 5',
    'what a limited key may not order is 401',
    on(all(status(403), forOrder), restatus(401)),
    limitedOrder,
  ),
  fault(
    'order-403-http-200',
    '5 rule 5',
    'what a limited key may not order is HTTP 200',
    on(all(status(403), forOrder), httpStatus(200)),
    limitedOrder,
  ),
  fault(
    'rates-401-missing-only-500',
    '7',
    'rates without a key are 500, with a wrong one 401',
    on(all(status(401), forRates, isEmpty), serverError),
    withKey(null, askRates()),
  ),
  fault(
    'rates-401-expired-is-403',
    '5 rule 4',
    'rates refuse an expired key with 403',
    on(all(status(401), forRates, hasExpired), restatus(403)),
    withKey(`Bearer ${expired}`, askRates()),
  ),
  fault(
    'rates-401-as-text',
    '4',
    'the 401 of rates is plain text',
    on(all(status(401), forRates), page(401, 'text/plain', 'Unauthorized')),
    withKey(null, askRates()),
  ),
  fault(
    'list-401-expired-is-419',
    '5 rule 4',
    'the category list refuses an expired key with 419',
    on(all(status(401), forList, hasExpired), restatus(419)),
    withKey(`Bearer ${expired}`),
  ),
  fault(
    'list-401-status-missing',
    '2.1',
    'status is left out of the 401 of the category list',
    on(all(status(401), forList), drop('status')),
    withKey(null),
  ),
  fault(
    'list-401-data-null',
    '7',
    'data is null in the 401 of the category list for an expired key',
    on(all(status(401), forList, hasExpired), set({ data: null })),
    withKey(`Bearer ${expired}`),
  ),
  fault(
    'head-401-is-200',
    '5 rule 3',
    'HEAD with an unknown key is 200',
    on(
      all(status(401), (_, { method }) => method === 'HEAD'),
      () => enveloped(200, 'Categories', []),
    ),
    withKey('Bearer nobody', { method: 'HEAD', path: '/categories' }),
  ),
  fault(
    'head-expired-is-200',
    '5 rule 4',
    'HEAD with an expired key is 200',
    on(
      all(status(401), hasExpired, (_, { method }) => method === 'HEAD'),
      () => enveloped(200, 'Categories', []),
    ),
    withKey(`Bearer ${expired}`, { method: 'HEAD', path: '/categories' }),
  ),
  fault(
    'limited-403-for-shape-only',
    '5 rule 5',
    'a limited key is refused only when the shipment is valid, and else gets a 200 without rates',
    on(
      all(status(403), (_, { body }) => typeof (Object(body) as { weight?: unknown }).weight !== 'number'),
      () => enveloped(200, '', []),
    ),
    withKey(`Bearer ${limited}`, askRates({})),
  ),
  fault(
    'limited-403-errors-null',
    '7',
    'errors is null in the 403 of rates',
    on(all(status(403), forRates), set({ errors: null })),
    forbiddenRates,
  ),
  fault(
    'limited-403-code-missing',
    '2.1',
    'response_code is left out of the 403 of rates',
    on(all(status(403), forRates), drop('response_code')),
    forbiddenRates,
  ),
  fault(
    'limited-403-data-holds-plan',
    '7',
    'data of a 403 holds the plan to upgrade to',
    on(all(status(403), forRates), set({ data: [{ plan: 'pro' }] })),
    forbiddenRates,
  ),
  fault(
    'unknown-path-401-page',
    '4',
    'an unknown path without a key is the login page',
    on(
      all(status(401), (_, { operation }) => operation === undefined),
      page(401, 'text/html', '<form>Sign in</form>'),
    ),
    withKey(null, unknownPath),
  ),
  fault(
    'expired-key-served-when-compressed',
    '5 rule 4',
    'an expired key is served the list when it asks for compressed answers',
    on(
      all(status(401), forList, hasExpired, (_, { headers }) =>
        String(headers['accept-encoding'] ?? '').includes('gzip'),
      ),
      () => enveloped(200, 'Categories', []),
    ),
    {
      ...withKey(`Bearer ${expired}`, listCategories),
      headers: { Authorization: `Bearer ${expired}`, 'Accept-Encoding': 'gzip' },
    },
  ),
  fault(
    'lookup-401-is-404',
    '5 rule 3',
    'looking an order up with an unknown key is 404',
    on(all(status(401), forLookup), restatus(404)),
    withKey('Bearer nobody', { method: 'GET', path: '/orders/TRK1' }),
  ),
);
