/** Fields of categories and rates, operations on orders, and what shows when responses are compared (sections 2.2, 2.3 and 4.3). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Fields } from '../../reference-server/stages.js';
import {
  type Change,
  each,
  eachWith,
  eachWithout,
  joinErrors,
  list,
  set,
  stamps,
  rewrite,
} from '../../variations/changes.js';
import { all, categories, rates, served, status, success } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import {
  askRates,
  askWith,
  askWithout,
  listCategories,
  order,
  SHIPMENT,
  withKey,
} from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

/** Changes one element only, counted from 0 or, below 0, from the end. */
const only = (at: number, change: (element: Fields) => Fields): Change =>
  each((element, index, length) => (index === (at < 0 ? length + at : at) ? change(element) : element));
const quoted = [askRates(), order({ rate_id: 'req-1-alba' })];
const lookup: Step = { method: 'GET', path: '/orders/TRK000001' };
/** After a key of limited permissions the next shipment has no rates. */
const emptyAfterLimitedKey: Apply = ({ decide }, { keys }) => {
  let wasLimited = false;
  return {
    decide(call) {
      const answer = decide(call);
      const isEmpty = wasLimited && rates(answer, call);
      wasLimited = call.headers.authorization === `Bearer ${keys.limited}`;
      return isEmpty ? { ...answer, body: { ...answer.body, data: [] } } : answer;
    },
  };
};
/** A problem of an earlier request stands in every later list of problems. */
const keepsProblems: Apply = ({ refuse }) => {
  let kept: string | undefined;
  return {
    refuse(problems, call) {
      const answer = refuse(problems, call);
      if (call.operation !== 'getShippingRates') return answer;
      const errors = answer.body.errors as string[];
      const listed = kept === undefined || errors.includes(kept) ? errors : [...errors, kept];
      kept = problems.find(({ path }) => path.length > 0)?.text ?? kept;
      return { ...answer, body: { ...answer.body, errors: listed } };
    },
  };
};
/** From the twelfth request at a time on, the key is lost. */
const losesKeysAtOnce: Apply = ({ decide, send }, { wait }) => {
  let underWay = 0;
  return {
    decide(call) {
      underWay += 1;
      const answer =
        underWay > 12
          ? enveloped(401, 'Invalid API key', [], ['Authentication failed: the API key is missing'])
          : decide(call);
      const challenge = answer.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
      return { ...answer, headers: { ...answer.headers, ...challenge, 'X-Under-Way': String(underWay) } };
    },
    async send(wire, response, call) {
      await wait(25);
      underWay -= 1;
      await send(wire, response, call);
    },
  };
};
/** A path without its escapes, where they are valid. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export default [
  ...faultsOf('categories', { section: '2.2' })({
    'category-id-text': {
      title: 'id is text',
      foundOnlyBy: 'categories/fields',
      categories: each((c) => ({ ...c, id: String(c.id) })),
    },
    'category-ids-all-zero': {
      title: 'every id is 0',
      foundBy: 'categories/unique-ids',
      categories: eachWith({ id: 0 }),
    },
    'category-listed-twice': {
      title: 'a join lists each category twice',
      foundOnlyBy: 'categories/unique-ids',
      categories: list((categories) => [...categories, ...categories]),
    },
    'stamps-without-zone': {
      title: 'timestamps have no zone',
      foundOnlyBy: 'categories/timestamps',
      categories: stamps((s) => s.replace('Z', '')),
    },
    'category-updated-before-created': {
      title: 'the second category was updated before it was created',
      foundOnlyBy: 'categories/updated-after-created',
      categories: only(1, (c) => ({ ...c, updated_at: '2020-02-01T08:00:00Z' })),
    },
  }),
  ...faultsOf('shipping rates', { section: '2.3' })({
    'rate-ids-same': {
      title: 'all rates of an answer have the same id',
      foundBy: 'rates/unique-ids',
      rates: eachWith({ id: 'rate-1' }),
    },
    'rate-id-twice': {
      title: 'the last two rates have the same id',
      foundOnlyBy: 'rates/unique-ids',
      rates: each((r, index, length) =>
        index >= length - 2 ? { ...r, id: `${String(r.request_id)}-last` } : r,
      ),
    },
    'request-id-per-rate': {
      title: 'each rate of an answer has a request_id of its own',
      foundOnlyBy: 'rates/one-request-id',
      rates: each((r, index) => ({ ...r, request_id: `${String(r.request_id)}-${index}` })),
    },
    'logo-relative': {
      title: 'logo is a path without a host',
      foundOnlyBy: 'rates/logo',
      rates: each((r) => ({ ...r, logo: String(r.logo).replace('https://img.example.com', '') })),
    },
    'shipping-charge-missing': {
      title: 'shipping_charge is left out',
      foundOnlyBy: 'rates/fields',
      rates: eachWithout('shipping_charge'),
    },
    'rate-listed-twice': {
      title: 'each rate is listed twice, under two ids',
      foundOnlyBy: 'rates/one-per-option',
      rates: list((rates) => rates.flatMap((rate) => [rate, { ...rate, id: `${String(rate.id)}-2` }])),
    },
    'request-id-always-the-same': {
      title: 'every request has the same request_id',
      foundOnlyBy: 'rates/request-id-identifies',
      rates: eachWith({ request_id: 'req-0' }),
    },
    'courier-type-undefined': {
      title: 'the type of a courier is the text "undefined"',
      foundOnlyBy: 'rates/fields',
      rates: eachWith({ courier_type: 'undefined' }),
    },
    'delivery-time-in-days': {
      title: 'delivery_time is in days, its text too',
      foundOnlyBy: 'rates/delivery-time',
      rates: each((rate) => ({ ...rate, delivery_time: Number(rate.delivery_time) / 24 })),
    },
  }),
  ...faultsOf('orders', { section: '5 rule 1' })({
    'lookup-without-key': {
      title: 'looking an order up without a key finds nothing instead of being refused',
      foundBy: 'orders/needs-key',
      apply: ({ authenticate, decide }) => ({
        decide: (call) =>
          call.operation === 'getOrder' && authenticate(call)
            ? enveloped(200, 'No orders', [])
            : decide(call),
      }),
      witness: withKey(null, lookup),
    },
    'lookup-finds-nothing': {
      section: '7',
      title: 'a lookup of an unknown tracking number is 200 with an empty list',
      foundBy: 'orders/unknown-tracking-number',
      apply: on(all(status(404), served('getOrder')), () => enveloped(200, 'No orders', [])),
      witness: lookup,
    },
    'order-as-object': {
      section: '2.1',
      title: 'data of a new order is an object',
      foundBy: 'envelope/data',
      apply: on(all(success, served('createOrder')), set({ data: { tracking_number: 'TRK000001' } })),
      witness: quoted,
    },
    'order-unknown-fields-joined': {
      section: '7 rule 2',
      title: 'the unknown fields of an order are named in one string',
      foundOnlyBy: 'orders/each-unknown-field',
      apply: on(all(status(400), served('createOrder')), joinErrors),
      witness: [order({ colour: 'red', size: 'large', pattern: 'dots' })],
    },
    'order-found-once': {
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
    },
    'lookup-without-key-as-paths': {
      title: 'looking an order up needs no key, and the 404 of any path repeats it',
      foundBy: 'orders/needs-key',
      admits: ({ operation }) => operation === 'getOrder',
      when: (answer, { operation }) => answer.status === 404 && operation !== 'getOrder',
      change: (answer, call) => set({ errors: [`Nothing has the path ${call.path}`] })(answer, call),
      witness: withKey(null, lookup),
    },
    'tracking-number-unescaped': {
      section: '4',
      title: 'the 404 for an unknown order has the number in its JSON without escapes',
      foundBy: 'http/valid-json',
      when: all(status(404), served('getOrder')),
      change: (answer, call) =>
        rewrite((json) => json.replace('[]', () => `["${decoded(call.path)}"]`))(answer, call),
      witness: { ...lookup, path: '/orders/TRK%22' },
    },
  }),
  ...faultsOf('orders', { section: '4.3', level: 'ASSUMED' })({
    'order-found-without-key': {
      section: '5 rule 1',
      title: 'looking an order up needs no key',
      foundBy: ['auth/missing-key', 'auth/unknown-key'],
      apply: ({ authenticate }) => ({
        authenticate: (call) => (call.operation === 'getOrder' ? undefined : authenticate(call)),
      }),
      witness: withKey(null, lookup),
    },
    'order-unknown-field-accepted': {
      title: 'an order with an unknown field is made',
      foundOnlyBy: 'orders/unknown-field-beside-rate',
      overlooks: ({ kind }) => kind === 'unknown',
      witness: [askRates(), order({ rate_id: 'req-1-alba', colour: 'red' })],
    },
    'order-not-found-again': {
      title: 'an order is not found by its tracking number',
      foundOnlyBy: 'orders/order-can-be-followed',
      apply: ({ operate }) => ({
        operate: (call) =>
          call.operation === 'getOrder'
            ? enveloped(404, 'Order not found', [], [`No order has the number in ${call.path}`])
            : operate(call),
      }),
      witness: [...quoted, lookup],
    },
    'unknown-order-unnamed': {
      section: '7 rule 4',
      title: 'the 404 for an unknown order does not name the tracking number',
      foundOnlyBy: 'orders/unknown-tracking-number',
      apply: on(all(status(404), served('getOrder')), set({ errors: ['There is no such order'] })),
      witness: lookup,
    },
    'order-without-courier': {
      section: '2',
      title: 'courier_name is left out of a new order',
      foundOnlyBy: 'responses/schema',
      apply: on(all(success, served('createOrder')), eachWithout('courier_name')),
      witness: quoted,
    },
  }),
  ...faultsOf('several requests', { section: '1' })({
    'category-missing-now-and-then': {
      title: 'every third response leaves the first category out',
      foundBy: 'categories/same-each-time',
      when: (answer, call) => categories(answer, call) && call.number % 3 === 0,
      change: list((categories) => categories.slice(1)),
      witness: { ...listCategories, times: 3 },
    },
    'rate-id-of-the-courier': {
      section: '2.3',
      title: 'a rate has the id of its courier, whatever it charges',
      foundOnlyBy: 'rates/id-identifies',
      rates: each((rate) => ({ ...rate, id: String(rate.courier_name).toLowerCase() })),
    },
    'problem-of-the-request-before': {
      section: '7 rule 2',
      title: 'errors also hold a problem of the request before',
      foundOnlyBy: 'errors/same-problems-again',
      apply: keepsProblems,
      witness: [askWithout('weight'), askWithout('delivery_type')],
    },
    'no-rates-after-a-limited-key': {
      section: '2.1',
      title: 'the shipment after a request with a limited key has no rates',
      foundOnlyBy: 'requests/one-after-another',
      apply: emptyAfterLimitedKey,
      witness: [withKey(`Bearer ${DEFAULT_KEYS.limited}`), askRates()],
    },
    'types-of-large-bodies-unseen': {
      section: '7',
      title: 'types are not checked in bodies of more than 70 kB',
      foundOnlyBy: 'requests/invalid-in-any-form',
      overlooks: ({ kind }, { text }) => kind === 'type' && text.length > 70_000,
      witness: askWith('weight', 'heavy', { ...SHIPMENT, note: 'long '.repeat(15_000) }),
    },
    'key-lost-at-once': {
      section: '5 rule 3',
      title: 'of more than twelve requests at a time some lose their key',
      foundOnlyBy: 'requests/side-by-side',
      apply: losesKeysAtOnce,
    },
  }),
];
