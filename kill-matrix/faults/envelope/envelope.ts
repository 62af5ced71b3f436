/** The envelope of responses that succeed, and of a 400, 401, 403 and 404 (sections 2.1, 4, 5 and 7). */
import { alter, bare, chain, drop, httpStatus, reshape, restatus, set } from '../../variations/changes.js';
import { failure, status } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';

import { faultsOf } from '../../variations/variation.js';

const bad = status(400);
const unauthorized = status(401);
const empty = { categories: [] };

export default [
  ...faultsOf('envelope of errors', { section: '7' })({
    'bad-request-errors-null': {
      title: 'errors is null in a 400',
      foundBy: 'envelope/errors',
      apply: on(bad, set({ errors: null })),
    },
    'bad-request-http-200': {
      title: 'problems come with HTTP 200, the envelope says 400',
      foundBy: ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
      apply: on(bad, httpStatus(200)),
    },
    'bad-request-422': {
      title: 'problems come with 422',
      foundBy: ['requests/missing-field', 'requests/wrong-type', 'requests/invalid-value'],
      apply: on(bad, restatus(422)),
    },
    'bad-request-500': {
      title: 'problems come with 500',
      foundBy: [
        'requests/missing-field',
        'requests/wrong-type',
        'requests/invalid-value',
        'responses/no-server-error',
      ],
      apply: on(bad, restatus(500)),
    },
    'bad-request-message-success': {
      title: 'the message of a 400 is "Success"',
      foundOnlyBy: 'errors/message-fits',
      apply: on(bad, set({ message: 'Success' })),
    },
    'every-error-http-200': {
      title: 'every error comes with HTTP 200',
      foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
      apply: on(failure, httpStatus(200)),
    },
  }),
  ...faultsOf('envelope of errors', { section: '5 rule 3' })({
    'every-error-400': {
      title: 'every error comes with 400',
      foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key', 'auth/limited-key'],
      apply: on(failure, restatus(400)),
    },
    'unauthorized-400': {
      title: 'an invalid key is 400',
      foundBy: ['auth/missing-key', 'auth/unknown-key', 'auth/expired-key'],
      apply: on(unauthorized, restatus(400)),
    },
    'unauthorized-http-403': {
      title: 'an invalid key is HTTP 403, response_code says "401"',
      foundBy: 'envelope/response-code',
      apply: on(unauthorized, httpStatus(403)),
    },
  }),
  ...faultsOf('envelope of success', { section: '2.1' })({
    'data-paginated': {
      title: 'data is a page object around the list',
      foundOnlyBy: 'envelope/data',
      categories: alter('data', (data) => ({ current_page: 1, data, total: 4 })),
    },
    'no-envelope': {
      title: 'the list stands alone, without envelope',
      foundOnlyBy: 'envelope/object',
      categories: reshape((body) => body.data),
    },
    'status-missing': {
      title: 'status is left out',
      foundOnlyBy: 'envelope/status-flag',
      categories: drop('status'),
    },
    'message-null': {
      title: 'message is null',
      foundOnlyBy: 'envelope/message',
      categories: set({ message: null }),
    },
    'errors-missing': {
      title: 'errors is left out on success',
      foundOnlyBy: 'envelope/errors',
      categories: drop('errors'),
    },
    'rates-answer-201': {
      section: '4.2',
      title: 'rates answer 201 Created',
      foundBy: ['requests/documented-examples', 'rates/valid-shipments'],
      rates: restatus(201),
    },
  }),
  ...faultsOf('envelope of success', { section: '4.1' })({
    'empty-list-204': {
      title: 'no categories is 204 without a body',
      foundBy: ['requests/documented-examples', 'responses/documented-status'],
      categories: bare(204),
      settings: empty,
    },
    'empty-list-404': {
      title: 'no categories is 404',
      foundBy: 'requests/documented-examples',
      categories: chain(restatus(404), set({ status: false, errors: ['No categories'] })),
      settings: empty,
    },
    'code-ok': {
      title: 'response_code is "OK"',
      foundOnlyBy: 'envelope/response-code',
      categories: set({ response_code: 'OK' }),
    },
  }),
];
