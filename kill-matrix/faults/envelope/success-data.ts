/** The list in the envelope of answers that succeed, and the envelope as a whole (sections 2.1 and 4). */
import {
  alter,
  anyAnswer,
  categories,
  chain,
  drop,
  on,
  rates,
  rename,
  reshape,
  restatus,
  set,
  success,
} from '../../variations/changes.js';
import { askRates, askWith, listCategories } from '../../variations/requests.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('envelope of success');
const empty = { categories: [] };

export default [
  ...foundBy(
    'envelope/data',
    fault(
      'data-keyed-by-index',
      '2.1',
      'data is an object with the keys "0", "1" and so on',
      on(
        categories,
        alter('data', (d) => ({ ...(d as object) })),
      ),
      listCategories,
    ),
    fault(
      'data-renamed',
      '2.1',
      'the list is in result instead of data',
      on(
        rates,
        reshape((body) => rename(body, 'data', 'result')),
      ),
      askRates(),
    ),
    fault(
      'data-named-after-resource',
      '2.1',
      'data is an object with a list of categories in it',
      on(
        categories,
        alter('data', (list) => ({ categories: list })),
      ),
      listCategories,
    ),
    fault(
      'data-one-object',
      '2.1',
      'data is the first rate instead of a list',
      on(
        rates,
        alter('data', (d) => (d as unknown[])[0]),
      ),
      askRates(),
    ),
    fault(
      'data-as-text',
      '2.1',
      'data is JSON text',
      on(
        rates,
        alter('data', (d) => JSON.stringify(d)),
      ),
      askRates(),
    ),
    fault(
      'data-null-when-empty',
      '4.1',
      'data is null when there are no categories',
      on(categories, set({ data: null })),
      listCategories,
      empty,
    ),
    fault(
      'data-missing-when-empty',
      '4.1',
      'data is left out when there are no categories',
      on(categories, drop('data')),
      listCategories,
      empty,
    ),
    fault(
      'data-object-when-empty',
      '4.1',
      'data is {} when there are no categories',
      on(categories, set({ data: {} })),
      listCategories,
      empty,
    ),
    fault(
      'rates-null-when-none',
      '2.1',
      'data is null when no courier carries the weight',
      on(
        rates,
        alter('data', (d) => ((d as unknown[]).length > 0 ? d : null)),
      ),
      askWith('weight', 90_000),
    ),
  ),
  foundOnlyBy(
    'envelope/data',
    fault(
      'data-paginated',
      '2.1',
      'data is a page object around the list',
      on(
        categories,
        alter('data', (data) => ({ current_page: 1, data, total: 4 })),
      ),
      listCategories,
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'data-nested-list',
      '2.1',
      'data is a list around the list',
      on(
        rates,
        alter('data', (d) => [d]),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    ['requests/documented-examples', 'responses/documented-status'],
    fault(
      'empty-list-204',
      '4.1',
      'no categories is 204 without a body',
      on(categories, () => ({ status: 204, headers: {}, body: {}, raw: '' })),
      listCategories,
      empty,
    ),
  ),
  ...foundBy(
    'requests/documented-examples',
    fault(
      'empty-list-404',
      '4.1',
      'no categories is 404',
      on(categories, chain(restatus(404), set({ status: false, errors: ['No categories'] }))),
      listCategories,
      empty,
    ),
  ),
  foundOnlyBy(
    'envelope/object',
    fault(
      'no-envelope',
      '2.1',
      'the list stands alone, without envelope',
      on(
        categories,
        reshape((body) => body.data),
      ),
      listCategories,
    ),
  ),
  ...foundBy(
    [
      'envelope/status-flag',
      'envelope/message',
      'envelope/data',
      'envelope/errors',
      'envelope/response-code',
    ],
    fault(
      'envelope-wrapped',
      '2.1',
      'the envelope is inside another data',
      on(
        rates,
        reshape((body) => ({ data: body })),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'envelope/object',
    fault(
      'envelope-in-list',
      '2.1',
      'the envelope is inside a list',
      on(
        anyAnswer,
        reshape((body) => [body]),
      ),
      listCategories,
    ),
    fault(
      'envelope-as-text',
      '2.1',
      'the envelope is JSON text inside a JSON text',
      on(
        success,
        reshape((body) => JSON.stringify(body)),
      ),
      listCategories,
    ),
  ),
];
