/** Operations on orders (4.3): what is stated of them, and with level ASSUMED what this project assumed. */
import { enveloped } from '../../reference-server/stages.js';
import {
  all,
  drop,
  eachWithout,
  on,
  overlook,
  serverError,
  served,
  set,
  status,
  success,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, withKey } from '../../variations/requests.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const stated = variationsOf('orders');
const assumed = variationsOf('orders', 'ASSUMED');
const order = (body: object): Step => ({
  method: 'POST',
  path: '/create-order',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const quoted = [askRates(), order({ rate_id: 'req-1-alba' })];
/** What the correct server keeps of an order. */
const MADE = {
  id: 'order-1',
  tracking_number: 'TRK000001',
  rate_id: 'req-1-alba',
  courier_name: 'Alba Road',
  shipping_charge: 8.95,
  status: 'created',
  created_at: '2026-01-15T00:00:00Z',
};
const lookup: Step = { method: 'GET', path: '/orders/TRK000001' };

export default [
  ...foundBy(
    'orders/needs-key',
    stated(
      'lookup-without-key',
      '5 rule 1',
      'looking an order up without a key finds nothing instead of being refused',
      ({ authenticate, decide }) => ({
        decide: (call) =>
          call.operation === 'getOrder' && authenticate(call)
            ? enveloped(200, 'No orders', [])
            : decide(call),
      }),
      withKey(null, lookup),
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/unknown-key', 'auth/altered-key'],
    stated(
      'order-without-key',
      '5 rule 1',
      'orders need no key',
      ({ authenticate }) => ({
        authenticate: (call) => (call.operation === 'createOrder' ? undefined : authenticate(call)),
      }),
      withKey(null, order({})),
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/unknown-key'],
    assumed(
      'order-found-without-key',
      '5 rule 1',
      'looking an order up needs no key',
      ({ authenticate }) => ({
        authenticate: (call) => (call.operation === 'getOrder' ? undefined : authenticate(call)),
      }),
      withKey(null, lookup),
    ),
  ),
  ...foundBy(
    'orders/unknown-field-refused',
    stated(
      'order-of-unknown-field-made',
      '4.3',
      'an order that holds nothing but an unknown field is made',
      on(served('createOrder'), () => enveloped(201, 'Order created', [MADE])),
      order({ colour: 'red' }),
    ),
  ),
  ...foundBy(
    'responses/no-server-error',
    stated(
      'order-always-500',
      '7',
      'an order is always 500',
      on(served('createOrder'), serverError),
      order({ colour: 'red' }),
    ),
  ),
  foundOnlyBy(
    'orders/unknown-field-beside-rate',
    assumed(
      'order-unknown-field-accepted',
      '4.3',
      'an order with an unknown field is made',
      overlook(({ kind }) => kind === 'unknown'),
      [askRates(), order({ rate_id: 'req-1-alba', colour: 'red' })],
    ),
  ),
  foundOnlyBy(
    'orders/order-can-be-followed',
    assumed(
      'order-not-found-again',
      '4.3',
      'an order is not found by its tracking number',
      ({ operate }) => ({
        operate: (call) =>
          call.operation === 'getOrder'
            ? enveloped(404, 'Order not found', [], [`No order has the number in ${call.path}`])
            : operate(call),
      }),
      [...quoted, lookup],
    ),
  ),
  foundOnlyBy(
    'orders/unknown-tracking-number',
    assumed(
      'unknown-order-unnamed',
      '7 rule 4',
      'the 404 for an unknown order does not name the tracking number',
      on(all(status(404), served('getOrder')), set({ errors: ['There is no such order'] })),
      lookup,
    ),
  ),
  foundOnlyBy(
    'responses/schema',
    assumed(
      'order-without-courier',
      '2',
      'courier_name is left out of a new order',
      on(all(success, served('createOrder')), eachWithout('courier_name')),
      quoted,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    assumed(
      'order-errors-missing',
      '2.1',
      'errors is left out of a new order',
      on(all(success, served('createOrder')), drop('errors')),
      quoted,
    ),
  ),
];
