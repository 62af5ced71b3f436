/** Values that have the right form in most answers, and values that are admitted in a form near the right one. */
import { all, categories, each, every, on, overlook, set, status } from '../../variations/changes.js';
import { askWith, listCategories, valueAt } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('values of some shipments');

export default [
  fault({
    id: 'weight-true',
    section: '4.2',
    title: 'the weight of a shipment may be true, which counts as 1',
    foundBy: 'errors/one-string-per-problem',
    apply: overlook(({ path }, call) => path.join() === 'weight' && valueAt(call.body, path) === true),
    witness: askWith('weight', true),
  }),
  fault({
    id: 'limit-data-holds-usage',
    section: '7',
    title: 'the data of a 429 holds what was used of the quota',
    foundBy: 'envelope/data',
    apply: on(status(429), set({ data: [{ used: 100 }] })),
    witness: { ...listCategories, times: 101 },
    settings: { quota: { limit: 100, waitMs: 1000 } },
  }),
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
];
