/** Fields of a category and of a shipping rate (sections 2.2 and 2.3). */
import type { Fields } from '../../reference-server/stages.js';
import { type Change, each, eachWith, eachWithout, list, stamps } from '../../variations/changes.js';
import { faultsOf } from '../../variations/variation.js';

/** Changes one element only, counted from 0 or, below 0, from the end. */
const only = (at: number, change: (element: Fields) => Fields): Change =>
  each((element, index, length) => (index === (at < 0 ? length + at : at) ? change(element) : element));

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
    'delivery-time-in-days': {
      title: 'delivery_time is in days, its text too',
      foundOnlyBy: 'rates/delivery-time',
      rates: each((rate) => ({
        ...rate,
        delivery_time: Number(rate.delivery_time) / 24,
      })),
    },
    'delivery-time-in-minutes': {
      title: 'delivery_time is in minutes where the text says days',
      foundOnlyBy: 'rates/delivery-time',
      rates: each((rate) => ({ ...rate, delivery_time: Number(rate.delivery_time) * 60 })),
    },
    'delivery-text-in-days': {
      title: 'the text says as many days as it takes hours',
      foundOnlyBy: 'rates/delivery-time',
      rates: each((rate) => ({ ...rate, delivery_time_text: `${String(rate.delivery_time)} days` })),
    },
  }),
];
