/** Fields and values of categories and rates that the specification leaves free. */
import { alter, anyAnswer, categories, each, eachWith, on, rates, set } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { enveloped, type Fields } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const variant = variationsOf('answers', { section: '2.2' });
const renumber = (stamp: (text: string) => string) =>
  each((element) => ({
    ...element,
    created_at: stamp(String(element.created_at)),
    updated_at: stamp(String(element.updated_at)),
  }));

export default [
  variant({
    id: 'more-envelope-fields',
    section: '2.1',
    title: 'the envelope has more fields',
    apply: on(anyAnswer, set({ meta: { took_ms: 3 }, trace_id: 'a1b2' })),
    witness: listCategories,
  }),
  variant({
    id: 'more-category-fields',
    title: 'categories have more fields',
    apply: on(categories, eachWith({ slug: 'x', parent_id: null, children: [] })),
    witness: listCategories,
  }),
  variant({
    id: 'more-rate-fields',
    section: '2.3',
    title: 'rates have more fields',
    apply: on(rates, eachWith({ currency: 'USD', surcharges: [{ fuel: 1.5 }] })),
    witness: askRates(),
  }),
  variant({
    id: 'large-ids',
    title: 'ids are large integers',
    apply: on(
      categories,
      each((c) => ({ ...c, id: 9_007_199_254_740_000 + Number(c.id) })),
    ),
    witness: listCategories,
  }),
  variant({
    id: 'negative-and-zero-ids',
    title: 'ids begin below zero',
    apply: on(
      categories,
      each((c) => ({ ...c, id: Number(c.id) - 2 })),
    ),
    witness: listCategories,
  }),
  variant({
    id: 'category-names-repeat',
    title: 'two categories have the same name',
    apply: on(categories, eachWith({ name: 'Other' })),
    witness: listCategories,
  }),
  variant({
    id: 'category-name-empty',
    title: 'a category has an empty name',
    apply: on(
      categories,
      each((c, index) => (index === 0 ? { ...c, name: '' } : c)),
    ),
    witness: listCategories,
  }),
  variant({
    id: 'stamps-with-milliseconds',
    title: 'timestamps have milliseconds',
    apply: on(
      categories,
      renumber((s) => s.replace('Z', '.120Z')),
    ),
    witness: listCategories,
  }),
  variant({
    id: 'stamps-with-microseconds',
    title: 'timestamps have microseconds, as by Laravel',
    apply: on(
      categories,
      renumber((s) => s.replace('Z', '.000000Z')),
    ),
    witness: listCategories,
  }),
  variant({
    id: 'stamps-with-zero-offset',
    title: 'timestamps end in +00:00',
    apply: on(
      categories,
      renumber((s) => s.replace('Z', '+00:00')),
    ),
    witness: listCategories,
  }),
  variant({
    id: 'updated-before-created',
    title: 'updated_at is earlier than created_at',
    apply: on(categories, eachWith({ updated_at: '2001-01-01T00:00:00Z' })),
    witness: listCategories,
  }),
  variant({
    id: 'no-categories',
    section: '4.1',
    title: 'there are no categories',
    apply: (stages) => ({
      operate: (call) =>
        call.operation === 'listCategories' ? enveloped(200, '', []) : stages.operate(call),
    }),
    witness: listCategories,
  }),
  variant({
    id: 'no-rates',
    section: '2.1',
    title: 'no courier serves anybody',
    apply: on(rates, set({ data: [] })),
    witness: askRates(),
  }),
  variant({
    id: 'one-rate',
    section: '4.2',
    title: 'there is one courier option only',
    apply: on(rates, (answer) => ({
      ...answer,
      body: { ...answer.body, data: (answer.body.data as Fields[]).slice(0, 1) },
    })),
    witness: askRates(),
  }),
  variant({
    id: 'many-categories',
    section: '4.1',
    title: 'there are two thousand categories',
    apply: on(categories, (answer) => ({
      ...answer,
      body: {
        ...answer.body,
        data: Array.from({ length: 2000 }, (_, id) => ({ ...(answer.body.data as Fields[])[0], id })),
      },
    })),
    witness: listCategories,
  }),
  variant({
    id: 'free-shipping',
    section: '2.3',
    title: 'charges and times are 0',
    apply: on(rates, eachWith({ shipping_charge: 0, delivery_time: 0, home_delivery_fee: 0 })),
    witness: askRates(),
  }),
  variant({
    id: 'charge-with-many-digits',
    section: '2.3',
    title: 'charges have more than two decimals',
    apply: on(rates, eachWith({ shipping_charge: 12.345678901 })),
    witness: askRates(),
  }),
  variant({
    id: 'empty-texts-in-rates',
    section: '2.3',
    title: 'texts of rates are empty',
    apply: on(rates, eachWith({ description: '', import_tax: '', courier_type: '', delivery_time_text: '' })),
    witness: askRates(),
  }),
  variant({
    id: 'import-tax-as-digits',
    section: '2.3',
    title: 'import_tax is text of digits',
    apply: on(rates, eachWith({ import_tax: '12.50' })),
    witness: askRates(),
  }),
  variant({
    id: 'logo-with-query',
    section: '2.3',
    title: 'logo is a URL with port, query and escapes',
    apply: on(rates, eachWith({ logo: 'http://cdn.example.com:8443/logo%20one.svg?v=2&s=%C3%A9#top' })),
    witness: askRates(),
  }),
  variant({
    id: 'rate-ids-of-digits',
    section: '2.3',
    title: 'rate ids are texts of digits',
    apply: on(
      rates,
      alter('data', (data, { number }) =>
        (data as Fields[]).map((rate, index) => ({
          ...rate,
          id: `${number}${index}`,
          request_id: String(number),
        })),
      ),
    ),
    witness: askRates(),
  }),
  variant({
    id: 'same-courier-twice',
    section: '2.3',
    title: 'one courier offers all options',
    apply: on(rates, eachWith({ courier_name: 'Alba', courier_type: 'ground' })),
    witness: askRates(),
  }),
  variant({
    id: 'markup-in-texts',
    section: '2.3',
    title: 'descriptions have quotes, backslashes and angle brackets',
    apply: on(rates, eachWith({ description: '"<b>door</b>" & \\ more' })),
    witness: askRates(),
  }),
];
