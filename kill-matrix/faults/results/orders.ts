/** Operations on orders (4.3): what is stated of them, and with level ASSUMED what this project assumed. */
import { enveloped, type Fields } from '../../reference-server/stages.js';
import {
  all,
  eachWithout,
  joinErrors,
  on,
  overlook,
  rewrite,
  served,
  set,
  status,
  success,
} from '../../variations/changes.js';
import { askRates, withKey } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const stated = faultsOf('orders');
const assumed = faultsOf('orders', { level: 'ASSUMED' });
const order = (body: object): Step => ({
  method: 'POST',
  path: '/create-order',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const quoted = [askRates(), order({ rate_id: 'req-1-alba' })];
const lookup: Step = { method: 'GET', path: '/orders/TRK000001' };

export default [
  stated({
    id: 'lookup-without-key',
    section: '5 rule 1',
    title: 'looking an order up without a key finds nothing instead of being refused',
    foundBy: 'orders/needs-key',
    apply: ({ authenticate, decide }) => ({
      decide: (call) =>
        call.operation === 'getOrder' && authenticate(call) ? enveloped(200, 'No orders', []) : decide(call),
    }),
    witness: withKey(null, lookup),
  }),
  stated({
    id: 'lookup-finds-nothing',
    section: '7',
    title: 'a lookup of an unknown tracking number is 200 with an empty list',
    foundBy: 'orders/unknown-tracking-number',
    apply: on(all(status(404), served('getOrder')), () => enveloped(200, 'No orders', [])),
    witness: lookup,
  }),
  stated({
    id: 'order-as-object',
    section: '2.1',
    title: 'data of a new order is an object',
    foundBy: 'envelope/data',
    apply: on(all(success, served('createOrder')), set({ data: { tracking_number: 'TRK000001' } })),
    witness: quoted,
  }),
  assumed({
    id: 'order-found-without-key',
    section: '5 rule 1',
    title: 'looking an order up needs no key',
    foundBy: ['auth/missing-key', 'auth/unknown-key'],
    apply: ({ authenticate }) => ({
      authenticate: (call) => (call.operation === 'getOrder' ? undefined : authenticate(call)),
    }),
    witness: withKey(null, lookup),
  }),
  assumed({
    id: 'order-unknown-field-accepted',
    section: '4.3',
    title: 'an order with an unknown field is made',
    foundOnlyBy: 'orders/unknown-field-beside-rate',
    apply: overlook(({ kind }) => kind === 'unknown'),
    witness: [askRates(), order({ rate_id: 'req-1-alba', colour: 'red' })],
  }),
  stated({
    id: 'order-unknown-fields-joined',
    section: '7 rule 2',
    title: 'the unknown fields of an order are named in one string',
    foundOnlyBy: 'orders/each-unknown-field',
    apply: on(all(status(400), served('createOrder')), joinErrors),
    witness: [order({ colour: 'red', size: 'large', pattern: 'dots' })],
  }),
  assumed({
    id: 'order-not-found-again',
    section: '4.3',
    title: 'an order is not found by its tracking number',
    foundOnlyBy: 'orders/order-can-be-followed',
    apply: ({ operate }) => ({
      operate: (call) =>
        call.operation === 'getOrder'
          ? enveloped(404, 'Order not found', [], [`No order has the number in ${call.path}`])
          : operate(call),
    }),
    witness: [...quoted, lookup],
  }),
  assumed({
    id: 'unknown-order-unnamed',
    section: '7 rule 4',
    title: 'the 404 for an unknown order does not name the tracking number',
    foundOnlyBy: 'orders/unknown-tracking-number',
    apply: on(all(status(404), served('getOrder')), set({ errors: ['There is no such order'] })),
    witness: lookup,
  }),
  assumed({
    id: 'order-without-courier',
    section: '2',
    title: 'courier_name is left out of a new order',
    foundOnlyBy: 'responses/schema',
    apply: on(all(success, served('createOrder')), eachWithout('courier_name')),
    witness: quoted,
  }),
  stated({
    id: 'order-found-by-beginning',
    section: '7',
    title: 'a lookup finds an order whose tracking number begins so',
    foundOnlyBy: 'orders/one-order-per-number',
    apply: ({ operate }) => {
      const made = new Set<string>();
      return {
        operate(call) {
          const answer = operate(call);
          if (call.operation === 'createOrder')
            made.add(String((answer.body.data as Fields[])[0]?.tracking_number));
          const asked = call.path.slice('/orders/'.length);
          const found = [...made].find((number) => number.startsWith(asked));
          const isFound = call.operation === 'getOrder' && answer.status === 404 && found !== undefined;
          return isFound ? operate({ ...call, path: `/orders/${found}` }) : answer;
        },
      };
    },
    witness: [...quoted, { ...lookup, path: '/orders/TRK00' }],
  }),
  stated({
    id: 'order-found-once',
    section: '7',
    title: 'an order is found by the first lookup and by none after it',
    foundOnlyBy: 'orders/one-order-per-number',
    apply: ({ operate }) => {
      const found = new Set<string>();
      return {
        operate(call) {
          const answer = operate(call);
          if (call.operation !== 'getOrder' || answer.status !== 200) return answer;
          const isFirst = !found.has(call.path);
          found.add(call.path);
          return isFirst ? answer : operate({ ...call, path: '/orders/none' });
        },
      };
    },
    witness: [...quoted, lookup, lookup],
  }),
  stated({
    id: 'lookup-without-key-as-paths',
    section: '5 rule 1',
    title: 'looking an order up needs no key, and the 404 of any path repeats it',
    foundBy: 'orders/needs-key',
    apply: ({ authenticate, decide }) => ({
      authenticate: (call) => (call.operation === 'getOrder' ? undefined : authenticate(call)),
      decide(call) {
        const answer = decide(call);
        if (answer.status !== 404 || call.operation === 'getOrder') return answer;
        return set({ errors: [`Nothing has the path ${call.path}`] })(answer, call);
      },
    }),
    witness: withKey(null, lookup),
  }),
  assumed({
    id: 'order-of-any-rate',
    section: '4.3',
    title: 'a rate that was never quoted can be ordered',
    foundOnlyBy: 'orders/order-can-be-followed',
    apply: ({ operate }) => ({
      operate(call) {
        const answer = operate(call);
        if (call.operation !== 'createOrder' || answer.status !== 400) return answer;
        const { rate_id } = Object(call.body) as Fields;
        const made = { id: 'order-0', tracking_number: 'TRK000000', rate_id, courier_name: 'Alba Road' };
        const rest = { shipping_charge: 8.95, status: 'created', created_at: '2026-01-15T09:30:00Z' };
        return enveloped(201, 'Order created', [{ ...made, ...rest }]);
      },
    }),
    witness: order({ rate_id: 'never-quoted' }),
  }),
  assumed({
    id: 'order-field-in-camel-case',
    section: '4.3',
    title: 'an order may have the rate as rateId too',
    foundOnlyBy: 'orders/unknown-field-beside-rate',
    apply: overlook(({ kind, path }) => kind === 'unknown' && path[0] === 'rateId'),
    witness: [askRates(), order({ rate_id: 'req-1-alba', rateId: 'req-1-alba' })],
  }),
  stated({
    id: 'tracking-number-unescaped',
    section: '4',
    title: 'the 404 for an unknown order has the number in its JSON without escapes',
    foundBy: 'http/valid-json',
    apply: on(all(status(404), served('getOrder')), (answer, call) =>
      rewrite((json) => json.replace('[]', () => `["${decoded(call.path)}"]`))(answer, call),
    ),
    witness: { ...lookup, path: '/orders/TRK%22' },
  }),
];

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
