/** Changes by a query, another key, another name or another request (sections 1, 2, 4 and 5). */
import type { Call, Fields, Operation } from '../../reference-server/stages.js';
import { each, list, set } from '../../variations/changes.js';
import { all, categories, rates } from '../../variations/conditions.js';
import { credential, valueAt } from '../../variations/calls.js';
import { sideBySide } from '../../variations/memory.js';
import {
  askRates,
  askWith,
  askWithout,
  changed,
  forbiddenRates,
  listCategories,
  SHIPMENT,
  withKey,
} from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';
import { DEFAULT_KEYS } from '../../reference-server/keys.js';

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const below = (call: Call): Call => {
  const { data = call.body } = Object(call.body) as Fields;
  return { ...call, body: data };
};
const asked = (...names: string[]) =>
  all(categories, (_, { query }) => names.some((name) => query.has(name)));

export default [
  ...faultsOf('unrelated queries', { section: '4.1', foundBy: 'categories/same-each-time' })({
    'second-page-empty': {
      title: 'with a page in the query the list of categories is empty',
      when: asked('page'),
      change: set({ data: [] }),
      witness: { ...listCategories, path: '/categories?page=2' },
    },
    'categories-searched': {
      title: 'a query q leaves categories of that name alone',
      when: asked('q'),
      change: (answer, call) =>
        list((all) => all.filter(({ name }) => String(name).includes(call.query.get('q') ?? '')))(
          answer,
          call,
        ),
      witness: { ...listCategories, path: '/categories?q=drydock' },
    },
    'rates-limited-by-query': {
      section: '4.2 rule 2',
      title: 'a limit in the query leaves out couriers',
      foundBy: 'rates/of-the-shipment',
      when: all(rates, (_, { query }) => query.has('limit')),
      change: list((options) => options.slice(0, 1)),
      witness: { ...askRates(), path: '/get-shipping-rates?limit=1' },
    },
  }),
  ...faultsOf('other keys', { section: '1' })({
    'categories-of-a-role': {
      title: 'a limited key sees half of the categories',
      foundBy: 'categories/same-each-time',
      when: all(categories, (_, call) => credential(call) === `Bearer ${DEFAULT_KEYS.limited}`),
      change: list((elements) => elements.slice(0, 2)),
      witness: withKey(`Bearer ${DEFAULT_KEYS.limited}`),
    },
    'permission-kept-by-operation': {
      section: '5 rule 5',
      title: 'once a full key has used an operation, a limited key may use it too',
      foundOnlyBy: 'auth/limited-key',
      apply: ({ authenticate }) => {
        const open = new Set<Operation | undefined>();
        return {
          authenticate(call) {
            const refusal = authenticate(call);
            if (refusal === undefined) open.add(call.operation);
            return refusal?.status === 403 && open.has(call.operation) ? undefined : refusal;
          },
        };
      },
      witness: [askRates(), forbiddenRates],
    },
  }),
  ...faultsOf('operators', { section: '5 rule 5' })({
    'role-in-a-header': {
      title: 'a limited key may do all with X-Role: admin',
      foundOnlyBy: 'auth/limited-key',
      apply: ({ authenticate }) => ({
        authenticate(call) {
          const refusal = authenticate(call);
          return refusal?.status === 403 && call.headers['x-role'] === 'admin' ? undefined : refusal;
        },
      }),
      witness: { ...forbiddenRates, headers: { ...forbiddenRates.headers, 'X-Role': 'admin' } },
    },
    'expired-key-in-debug-mode': {
      section: '5 rule 4',
      title: 'an expired key is valid with ?debug=true',
      foundOnlyBy: 'auth/expired-key',
      admits: (call, { expired }) => call.query.has('debug') && credential(call) === `Bearer ${expired}`,
      witness: withKey(`Bearer ${DEFAULT_KEYS.expired}`, { ...listCategories, path: '/categories?debug=1' }),
    },
    'unchecked-by-query': {
      section: '4.2 rule 1',
      title: 'with validate=false in the query no body is checked',
      foundOnlyBy: 'requests/fields-in-place',
      overlooks: (_, { query }) => query.get('validate') === 'false',
      witness: { ...askWithout('weight_unit'), path: '/get-shipping-rates?validate=false' },
    },
  }),
  ...faultsOf('fields elsewhere', { section: '4.2' })({
    'fields-taken-from-query': {
      title: 'a field that the body lacks is taken from the query',
      foundOnlyBy: 'requests/fields-in-place',
      overlooks: ({ path, kind }, { query }) => kind === 'missing' && query.has(String(path[0])),
      witness: { ...askWithout('weight_unit'), path: '/get-shipping-rates?weight_unit=LBS' },
    },
    'shipment-below-data': {
      title: 'a shipment below data is rated',
      foundOnlyBy: 'requests/fields-in-place',
      apply: ({ validate, operate }) => ({
        validate: (call) => validate(below(call)),
        operate: (call) => operate(below(call)),
      }),
      witness: askRates({ data: SHIPMENT }),
    },
    'names-in-camel-case': {
      title: 'fields of parties may be named zipCode',
      foundBy: 'errors/one-string-per-problem',
      overlooks: ({ path, kind }, { body }) =>
        kind === 'missing' &&
        path.length === 2 &&
        valueAt(body, [...path.slice(0, 1), camel(String(path[1]))]) !== undefined,
      witness: askWith('sender.zipCode', '10118', changed('sender.zip_code', undefined)),
    },
  }),
  ...faultsOf('mixed up', { section: '2.2' })({
    'stamps-swapped': {
      title: 'created_at and updated_at are swapped',
      foundOnlyBy: 'categories/updated-after-created',
      categories: each((one) => ({ ...one, created_at: one.updated_at, updated_at: one.created_at })),
    },
    'charges-of-the-shipment-beside': {
      section: '1',
      title: 'of shipments side by side each has the charges of one that was under way',
      foundOnlyBy: 'rates/of-the-shipment',
      apply: sideBySide(rates, (answer, call, others) => {
        const other = others.find(
          (one) => one.answer.status === 200 && one.call.operation === call.operation,
        );
        const theirs = (other?.answer.body.data ?? []) as Fields[];
        const charge = (index: number) => theirs[index] && { shipping_charge: theirs[index].shipping_charge };
        return each((rate, index) => ({ ...rate, ...charge(index) }))(answer, call);
      }),
      witness: { ...askRates(), times: 8, sent: 'side by side', and: askWith('weight', 40) },
    },
  }),
];
