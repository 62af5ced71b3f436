/** Ids of requests and categories that do not identify: shared, or another one in each answer (sections 2.2 and 2.3). */
import type { Fields } from '../../reference-server/stages.js';
import { categories, each } from '../../variations/changes.js';
import { everyNth } from '../../variations/memory.js';
import { listCategories } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('identifiers', { section: '2.2' });

export default [
  fault({
    id: 'category-names-rotate',
    title: 'every third list has the names moved on by one beside the same ids',
    foundOnlyBy: 'categories/same-each-time',
    apply: everyNth(3, categories, (answer, call) => {
      const names = (answer.body.data as Fields[]).map(({ name }) => name);
      return each((category, index) => ({ ...category, name: names[(index + 1) % names.length] }))(
        answer,
        call,
      );
    }),
    witness: { ...listCategories, times: 3 },
  }),
];
