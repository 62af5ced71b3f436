/** Values that have the right form in most answers, and values that are admitted in a form near the right one. */
import { all, categories, crash, each, every, on } from '../../variations/changes.js';
import { askWith, listCategories, valueAt } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('values of some shipments');

export default [
  fault({
    id: 'updated-stamp-lost-now-and-then',
    section: '2.2',
    title: 'in every fourth answer categories have an empty text for when they were updated',
    foundBy: 'categories/timestamps',
    apply: on(
      all(categories, every(4)),
      each((category) => ({ ...category, updated_at: '' })),
    ),
    witness: { ...listCategories, times: 4 },
  }),
  fault({
    id: 'zone-of-africa-missing',
    section: '7',
    title: 'a shipment to Nigeria is 500, where no table has its zone',
    foundBy: ['responses/no-server-error', 'rates/no-courier'],
    apply: crash('getShippingRates', ({ body }) => valueAt(body, ['receiver', 'country_code']) === 'NG'),
    witness: askWith('receiver.country_code', 'NG'),
  }),
];
