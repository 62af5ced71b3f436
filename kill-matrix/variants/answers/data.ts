/** Fields and values of categories and rates that the specification leaves free. */
import { alter, anyAnswer, categories, each, eachWith, on, rates, set } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { enveloped, type Fields } from '../../reference-server/stages.js';
import { variationsOf } from '../../variations/variation.js';

const variant = variationsOf('answers');
const renumber = (stamp: (text: string) => string) =>
  each((element) => ({
    ...element,
    created_at: stamp(String(element.created_at)),
    updated_at: stamp(String(element.updated_at)),
  }));

export default [
  variant(
    'more-envelope-fields',
    '2.1',
    'the envelope has more fields',
    on(anyAnswer, set({ meta: { took_ms: 3 }, trace_id: 'a1b2' })),
    listCategories,
  ),
  variant(
    'more-category-fields',
    '2.2',
    'categories have more fields',
    on(categories, eachWith({ slug: 'x', parent_id: null, children: [] })),
    listCategories,
  ),
  variant(
    'more-rate-fields',
    '2.3',
    'rates have more fields',
    on(rates, eachWith({ currency: 'USD', surcharges: [{ fuel: 1.5 }] })),
    askRates(),
  ),
  variant(
    'large-ids',
    '2.2',
    'ids are large integers',
    on(
      categories,
      each((c) => ({ ...c, id: 9_007_199_254_740_000 + Number(c.id) })),
    ),
    listCategories,
  ),
  variant(
    'negative-and-zero-ids',
    '2.2',
    'ids begin below zero',
    on(
      categories,
      each((c) => ({ ...c, id: Number(c.id) - 2 })),
    ),
    listCategories,
  ),
  variant(
    'category-names-repeat',
    '2.2',
    'two categories have the same name',
    on(categories, eachWith({ name: 'Other' })),
    listCategories,
  ),
  variant(
    'category-name-empty',
    '2.2',
    'a category has an empty name',
    on(
      categories,
      each((c, index) => (index === 0 ? { ...c, name: '' } : c)),
    ),
    listCategories,
  ),
  variant(
    'stamps-with-milliseconds',
    '2.2',
    'timestamps have milliseconds',
    on(
      categories,
      renumber((s) => s.replace('Z', '.120Z')),
    ),
    listCategories,
  ),
  variant(
    'stamps-with-microseconds',
    '2.2',
    'timestamps have microseconds, as by Laravel',
    on(
      categories,
      renumber((s) => s.replace('Z', '.000000Z')),
    ),
    listCategories,
  ),
  variant(
    'stamps-with-zero-offset',
    '2.2',
    'timestamps end in +00:00',
    on(
      categories,
      renumber((s) => s.replace('Z', '+00:00')),
    ),
    listCategories,
  ),
  variant(
    'updated-before-created',
    '2.2',
    'updated_at is earlier than created_at',
    on(categories, eachWith({ updated_at: '2001-01-01T00:00:00Z' })),
    listCategories,
  ),
  variant(
    'no-categories',
    '4.1',
    'there are no categories',
    (stages) => ({
      operate: (call) =>
        call.operation === 'listCategories' ? enveloped(200, '', []) : stages.operate(call),
    }),
    listCategories,
  ),
  variant('no-rates', '2.1', 'no courier serves anybody', on(rates, set({ data: [] })), askRates()),
  variant(
    'one-rate',
    '4.2',
    'there is one courier option only',
    on(rates, (answer) => ({
      ...answer,
      body: { ...answer.body, data: (answer.body.data as Fields[]).slice(0, 1) },
    })),
    askRates(),
  ),
  variant(
    'many-categories',
    '4.1',
    'there are two thousand categories',
    on(categories, (answer) => ({
      ...answer,
      body: {
        ...answer.body,
        data: Array.from({ length: 2000 }, (_, id) => ({ ...(answer.body.data as Fields[])[0], id })),
      },
    })),
    listCategories,
  ),
  variant(
    'free-shipping',
    '2.3',
    'charges and times are 0',
    on(rates, eachWith({ shipping_charge: 0, delivery_time: 0, home_delivery_fee: 0 })),
    askRates(),
  ),
  variant(
    'charge-with-many-digits',
    '2.3',
    'charges have more than two decimals',
    on(rates, eachWith({ shipping_charge: 12.345678901 })),
    askRates(),
  ),
  variant(
    'empty-texts-in-rates',
    '2.3',
    'texts of rates are empty',
    on(rates, eachWith({ description: '', import_tax: '', courier_type: '', delivery_time_text: '' })),
    askRates(),
  ),
  variant(
    'import-tax-as-digits',
    '2.3',
    'import_tax is text of digits',
    on(rates, eachWith({ import_tax: '12.50' })),
    askRates(),
  ),
  variant(
    'logo-with-query',
    '2.3',
    'logo is a URL with port, query and escapes',
    on(rates, eachWith({ logo: 'http://cdn.example.com:8443/logo%20one.svg?v=2&s=%C3%A9#top' })),
    askRates(),
  ),
  variant(
    'rate-ids-of-digits',
    '2.3',
    'rate ids are texts of digits',
    on(
      rates,
      alter('data', (data, { number }) =>
        (data as Fields[]).map((rate, index) => ({
          ...rate,
          id: `${number}${index}`,
          request_id: String(number),
        })),
      ),
    ),
    askRates(),
  ),
  variant(
    'same-courier-twice',
    '2.3',
    'one courier offers all options',
    on(rates, eachWith({ courier_name: 'Alba', courier_type: 'ground' })),
    askRates(),
  ),
  variant(
    'markup-in-texts',
    '2.3',
    'descriptions have quotes, backslashes and angle brackets',
    on(rates, eachWith({ description: '"<b>door</b>" & \\ more' })),
    askRates(),
  ),
];
