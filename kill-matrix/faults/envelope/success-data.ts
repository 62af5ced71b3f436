/** The list in the envelope of answers that succeed, and the envelope as a whole (sections 2.1 and 4). */
import { alter, categories, chain, on, reshape, restatus, set } from '../../variations/changes.js';
import { listCategories } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('envelope of success', { section: '2.1' });
const empty = { categories: [] };

export default [
  fault({
    id: 'data-paginated',
    title: 'data is a page object around the list',
    foundOnlyBy: 'envelope/data',
    apply: on(
      categories,
      alter('data', (data) => ({ current_page: 1, data, total: 4 })),
    ),
    witness: listCategories,
  }),
  fault({
    id: 'empty-list-204',
    section: '4.1',
    title: 'no categories is 204 without a body',
    foundBy: ['requests/documented-examples', 'responses/documented-status'],
    apply: on(categories, () => ({ status: 204, headers: {}, body: {}, raw: '' })),
    witness: listCategories,
    settings: empty,
  }),
  fault({
    id: 'empty-list-404',
    section: '4.1',
    title: 'no categories is 404',
    foundBy: 'requests/documented-examples',
    apply: on(categories, chain(restatus(404), set({ status: false, errors: ['No categories'] }))),
    witness: listCategories,
    settings: empty,
  }),
  fault({
    id: 'no-envelope',
    title: 'the list stands alone, without envelope',
    foundOnlyBy: 'envelope/object',
    apply: on(
      categories,
      reshape((body) => body.data),
    ),
    witness: listCategories,
  }),
];
