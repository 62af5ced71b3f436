/** Credentials on POST /create-order with an unknown field, which is refused whatever the key (4.3, 5). */
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
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { withKey } from '../../variations/requests.js';
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
  ...foundBy(
    'auth/expired-key',
    fault(
      'order-400-before-expired-key',
      '5 rule 4',
      'an expired key gets the 400 of an order with an unknown field',
      admitsOrders((call) => header(call) === `Bearer ${expired}`),
      expiredOrder,
    ),
  ),
  ...foundBy(
    ['auth/expired-key', 'auth/unknown-key'],
    fault(
      'order-400-before-unknown-key',
      '5 rule 3',
      'an unknown key gets the 400 of an order with an unknown field',
      admitsOrders((call) => header(call) === 'Bearer nobody' || /^Bearer \w{3,}/.test(header(call))),
      wrongKey,
    ),
  ),
  ...foundBy(
    ['auth/key-elsewhere', 'auth/missing-key'],
    fault(
      'order-400-before-missing-key',
      '5 rule 1',
      'without a key the unknown field of an order is told',
      admitsOrders((call) => header(call) === ''),
      noKey,
    ),
  ),
  ...foundBy(
    'auth/altered-key',
    fault(
      'order-key-in-other-case',
      '5 rule 3',
      'orders take the key in any case',
      admitsOrders((call) => header(call).toLowerCase() === `bearer ${valid}`.toLowerCase()),
      withKey(`Bearer ${valid.toUpperCase()}`, order()),
    ),
  ),
  foundOnlyBy(
    'auth/altered-key',
    fault(
      'order-key-cut',
      '5 rule 3',
      'orders take the key without its last two characters',
      admitsOrders((call) => header(call) === `Bearer ${valid.slice(0, -2)}`),
      withKey(`Bearer ${valid.slice(0, -2)}`, order()),
    ),
  ),
  foundOnlyBy(
    'orders/needs-key',
    fault(
      'order-401-is-404',
      '5 rule 3',
      'orders hide behind a 404 without a key',
      on(all(refused, isEmpty), restatus(404)),
      noKey,
    ),
  ),
  ...foundBy(
    ['auth/limited-key', 'http/challenge-with-401'],
    fault(
      'order-403-is-401',
      '5 rule 5',
      'what a limited key may not order is 401',
      on(all(status(403), forOrder), restatus(401)),
      limitedOrder,
    ),
  ),
  ...foundBy(
    ['auth/limited-key', 'envelope/response-code'],
    fault(
      'order-403-http-200',
      '5 rule 5',
      'what a limited key may not order is HTTP 200',
      on(all(status(403), forOrder), httpStatus(200)),
      limitedOrder,
    ),
  ),

  ...foundBy(
    ['auth/altered-key', 'auth/other-scheme'],
    fault(
      'order-scheme-any',
      '5 rule 1',
      'orders take the key with any scheme',
      admitsOrders((call) => header(call).endsWith(` ${valid}`)),
      withKey(`Token ${valid}`, order()),
    ),
  ),
  ...foundBy(
    'auth/other-scheme',
    fault(
      'order-without-scheme',
      '5 rule 1',
      'orders take the key without Bearer',
      admitsOrders((call) => header(call) === valid),
      withKey(valid, order()),
    ),
  ),
  ...foundBy(
    ['http/challenge-with-401', 'http/json-content-type'],
    fault(
      'order-401-html',
      '4',
      'a 401 of an order is an HTML page',
      on(refused, page(401, 'text/html', '<h1>Sign in</h1>')),
      noKey,
    ),
  ),
  ...foundBy(
    ['envelope/status-flag', 'http/challenge-with-401'],
    fault(
      'order-401-message-only',
      '5 rule 3',
      'a 401 of an order has only a message',
      on(refused, document(401, { message: 'Unauthenticated.' })),
      wrongKey,
    ),
  ),
  ...foundBy(
    ['http/challenge-with-401', 'http/valid-json'],
    fault(
      'order-401-empty',
      '5 rule 3',
      'a 401 of an order has no body',
      on(refused, page(401, 'application/json', '')),
      noKey,
    ),
  ),
  ...foundBy(
    ['auth/expired-key', 'auth/missing-key'],
    fault(
      'order-401-is-403',
      '5 rule 3',
      'orders refuse an unknown key with 403',
      on(refused, restatus(403)),
      wrongKey,
    ),
  ),
  ...foundBy(
    ['auth/expired-key', 'responses/no-server-error'],
    fault(
      'order-401-is-500',
      '7',
      'an order with an expired key is 500',
      on(all(refused, hasExpired), serverError),
      expiredOrder,
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'responses/documented-status'],
    fault(
      'order-401-redirects',
      '5 rule 3',
      'orders redirect to a login page without a key',
      on(all(refused, isEmpty), () => ({ status: 302, headers: { Location: '/login' }, body: {}, raw: '' })),
      noKey,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'order-401-code-number',
      '7 rule 1',
      'response_code is a number in the 401 of an order',
      on(refused, set({ response_code: 401 })),
      noKey,
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'order-401-data-object',
      '7',
      'data is {} in the 401 of an order',
      on(refused, set({ data: {} })),
      wrongKey,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'order-401-errors-missing',
      '7',
      'errors is left out of the 401 of an order',
      on(refused, drop('errors')),
      noKey,
    ),
  ),
];
