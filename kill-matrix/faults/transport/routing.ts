/** Paths and methods (sections 4 and 7, RFC 9110). */
import { enveloped } from '../../reference-server/stages.js';
import {
  all,
  document,
  httpStatus,
  on,
  page,
  restatus,
  served,
  serverError,
  set,
  status,
  refusal,
} from '../../variations/changes.js';

import { faultsOf, type Step } from '../../variations/variation.js';

const notFound = status(404);
const notAllowed = status(405);
const getRates: Step = { method: 'GET', path: '/get-shipping-rates' };

export default faultsOf('routing', { section: '7' })({
  'unknown-path-200': {
    title: 'an unknown path is an empty success',
    foundBy: 'routing/unknown-path',
    apply: on(notFound, () => enveloped(200, '', [])),
  },
  'unknown-path-http-200': {
    title: 'an unknown path is HTTP 200 with the envelope of a 404',
    foundBy: 'envelope/response-code',
    apply: on(notFound, httpStatus(200)),
  },
  'wrong-method-http-200': {
    title: 'a wrong method is HTTP 200 with the envelope of an error',
    foundBy: 'envelope/response-code',
    apply: on(notAllowed, httpStatus(200)),
  },
  'unknown-path-page': {
    title: 'an unknown path is the page of a single-page application',
    foundBy: ['http/valid-json', 'http/json-content-type'],
    apply: on(notFound, page(200, 'text/html', '<!doctype html><div id="app"></div>')),
  },
  'unknown-path-500': {
    title: 'an unknown path is 500',
    foundBy: ['routing/unknown-path', 'responses/no-server-error'],
    apply: on(notFound, serverError),
  },
  'unknown-path-message-only': {
    title: 'an unknown path is only a message',
    foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
    apply: on(notFound, document(404, { message: 'no Route matched with those values' })),
  },
  'method-ignored-for-rates': {
    section: '4.2',
    title: 'rates answer GET with an empty success',
    foundOnlyBy: 'routing/wrong-method',
    when: all(notAllowed, (_, call) => call.path === '/get-shipping-rates'),
    change: () => enveloped(200, '', []),
    witness: getRates,
  },
  'wrong-method-500': {
    title: 'a wrong method is 500',
    foundBy: ['routing/wrong-method', 'responses/no-server-error'],
    apply: on(notAllowed, serverError),
  },
  'wrong-method-without-allow': {
    section: 'RFC 9110 15.5.6',
    title: 'a 405 has no Allow',
    foundOnlyBy: 'http/allow-with-405',
    apply: on(notAllowed, (answer) => ({ ...answer, headers: {} })),
  },
  'categories-not-found': {
    section: '4.1',
    title: 'the category list is 404',
    foundBy: 'requests/documented-examples',
    apply: on(all(status(200), served('listCategories')), restatus(404)),
  },
  'categories-redirect': {
    section: '4.1',
    title: 'the category list redirects to a path with a slash, which is 404',
    foundBy: ['requests/documented-examples', 'responses/documented-status'],
    apply: on(served('listCategories'), () => ({
      ...enveloped(301, '', []),
      headers: { Location: '/api/v1/developer/categories/' },
    })),
  },
  'rates-accepted': {
    section: '4.2',
    title: 'a rate request is 202, to be asked for later',
    foundBy: ['requests/documented-examples', 'rates/valid-shipments', 'responses/documented-status'],
    apply: on(all(status(200), served('getShippingRates')), () => enveloped(202, 'Queued', [])),
  },
  'unknown-path-errors-blank': {
    section: '2.1',
    title: 'errors holds an empty text for an unknown path',
    foundOnlyBy: 'errors/no-blank-text',
    apply: on(notFound, set({ errors: [''] })),
  },
  'unknown-query-403': {
    section: '4.1',
    title: 'an unknown query parameter is 403',
    foundBy: 'requests/unknown-query',
    when: served('listCategories', ({ query }) => query.size > 0),
    change: refusal(403, 'Forbidden', 'This query is blocked'),
    witness: { method: 'GET', path: '/categories?page=1' },
  },
});
