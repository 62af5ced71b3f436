/** The fields around the list in answers that succeed (sections 2.1 and 4). */
import { categories, drop, on, rates, restatus, set } from '../../variations/changes.js';
import { askRates, listCategories } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('envelope of success', { section: '2.1' });

export default [
  fault({
    id: 'status-missing',
    title: 'status is left out',
    foundOnlyBy: 'envelope/status-flag',
    apply: on(categories, drop('status')),
    witness: listCategories,
  }),
  fault({
    id: 'message-null',
    title: 'message is null',
    foundOnlyBy: 'envelope/message',
    apply: on(categories, set({ message: null })),
    witness: listCategories,
  }),
  fault({
    id: 'errors-missing',
    title: 'errors is left out on success',
    foundOnlyBy: 'envelope/errors',
    apply: on(categories, drop('errors')),
    witness: listCategories,
  }),
  fault({
    id: 'code-ok',
    section: '4.1',
    title: 'response_code is "OK"',
    foundOnlyBy: 'envelope/response-code',
    apply: on(categories, set({ response_code: 'OK' })),
    witness: listCategories,
  }),
  fault({
    id: 'rates-answer-201',
    section: '4.2',
    title: 'rates answer 201 Created',
    foundBy: ['requests/documented-examples', 'rates/valid-shipments'],
    apply: on(rates, restatus(201)),
    witness: askRates(),
  }),
];
