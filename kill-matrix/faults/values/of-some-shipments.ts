/** Values that have the right form in most answers, and values that are admitted in a form near the right one. */
import { all, categories, each, every, on } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
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
];
