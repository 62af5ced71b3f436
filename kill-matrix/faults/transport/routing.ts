/** Paths and methods, and the 429 with what follows it (sections 4, 7 and 8, RFC 9110). */
import { CATEGORIES } from '../../reference-server/catalogue.js';
import { enveloped } from '../../reference-server/stages.js';
import {
  chain,
  document,
  httpStatus,
  page,
  refusal,
  restatus,
  serverError,
  set,
  withHeaders,
} from '../../variations/changes.js';
import { all, served, status } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { listCategories } from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

const notFound = status(404);
const notAllowed = status(405);
const getRates: Step = { method: 'GET', path: '/get-shipping-rates' };
const quota = { limit: 100, waitMs: 1000 };
const spent: Step = { ...listCategories, times: quota.limit + 1 };
const limited = status(429);
/** Goes on refusing once the quota was spent. */
const neverRecovers: Apply = ({ limit }) => {
  let used = 0;
  return {
    limit: (call) =>
      ++used > quota.limit
        ? enveloped(429, 'Rate limit exceeded. Retry after 1 seconds', [], ['Too many requests'])
        : limit(call),
  };
};

export default [
  ...faultsOf('routing', { section: '7' })({
    'path-with-a-longer-name': {
      title: 'a path that begins with /categories and goes on with letters is the list',
      foundOnlyBy: 'routing/unknown-path',
      apply: on(
        all(notFound, (_, { path }) => /^\/categories[a-z]+$/.test(path)),
        () => enveloped(200, 'Categories', [...CATEGORIES]),
      ),
      witness: { method: 'GET', path: '/categoriesxyz' },
    },
    'dots-lead-to-a-file': {
      title: 'a tracking number with encoded slashes and dots is 200 with a file',
      foundBy: 'orders/unknown-tracking-number',
      apply: on(
        (_, { target }) => /\.\.%2f/i.test(target),
        () => enveloped(200, '', [{ file: 'root:x:0:0' }]),
      ),
      witness: { method: 'GET', path: '/orders/..%2f..%2fcategories' },
    },
    'head-of-an-order-500': {
      title: 'HEAD of an order is 500',
      foundBy: 'responses/no-server-error',
      apply: on((_, { method, path }) => method === 'HEAD' && path.startsWith('/orders/'), serverError),
      witness: { method: 'HEAD', path: '/orders/DDK1' },
    },
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
  }),
  ...faultsOf('routing', { section: '4.1' })({
    'categories-not-found': {
      title: 'the category list is 404',
      foundBy: 'requests/documented-examples',
      apply: on(all(status(200), served('listCategories')), restatus(404)),
    },
    'categories-redirect': {
      title: 'the category list redirects to a path with a slash, which is 404',
      foundBy: ['requests/documented-examples', 'responses/documented-status'],
      apply: on(served('listCategories'), () => ({
        ...enveloped(301, '', []),
        headers: { Location: '/api/v1/developer/categories/' },
      })),
    },
    'format-by-query': {
      section: '4',
      title: 'categories are XML where the query asks for it',
      foundBy: ['http/valid-json', 'http/json-content-type'],
      when: served('listCategories', ({ query }) => query.get('format') === 'xml'),
      change: page(200, 'application/xml', '<categories/>'),
      witness: { method: 'GET', path: '/categories?format=xml' },
    },
    'unknown-query-403': {
      title: 'an unknown query parameter is 403',
      foundBy: 'requests/unknown-query',
      when: served('listCategories', ({ query }) => query.size > 0),
      change: refusal(403, 'Forbidden', 'This query is blocked'),
      witness: { method: 'GET', path: '/categories?page=1' },
    },
  }),
  ...faultsOf('rate limit', { section: '7 rule 3', witness: spent, settings: { quota } })({
    'limit-silent': {
      title: 'neither message nor header says when to retry',
      foundOnlyBy: 'limits/says-when-to-retry',
      apply: on(limited, refusal(429, 'Too many requests', 'Too many requests')),
    },
    'limit-message-empty': {
      title: 'the message is empty',
      foundBy: ['limits/says-when-to-retry', 'errors/message-fits'],
      apply: on(limited, set({ message: '' })),
    },
    'limit-http-200': {
      title: 'a spent quota is HTTP 200 with the envelope of a 429',
      foundBy: ['envelope/status-flag', 'envelope/errors', 'envelope/response-code'],
      apply: on(limited, httpStatus(200)),
    },
    'limit-403': {
      title: 'a spent quota is 403',
      foundBy: 'requests/wrong-type',
      apply: on(limited, restatus(403)),
    },
    'limit-500': {
      title: 'a spent quota is 500',
      foundBy: 'responses/no-server-error',
      apply: on(limited, serverError),
    },
    'limit-laravel': {
      title: 'a 429 has only "Too Many Attempts."',
      foundBy: ['envelope/status-flag', 'envelope/data', 'envelope/errors', 'envelope/response-code'],
      apply: on(limited, document(429, { message: 'Too Many Attempts.' })),
    },
    'limit-retry-after-words': {
      title: 'Retry-After is neither seconds nor a date',
      foundOnlyBy: 'limits/retry-after-header',
      apply: on(limited, withHeaders({ 'Retry-After': 'soon' })),
    },
    'limit-waits-differ': {
      title: 'the message names a shorter wait than Retry-After',
      foundOnlyBy: 'limits/one-wait',
      apply: on(limited, withHeaders({ 'Retry-After': '4' })),
    },
    'limit-waits-no-time': {
      title: 'the message says 0 seconds, and Retry-After one',
      foundOnlyBy: 'limits/one-wait',
      when: limited,
      change: chain(
        set({ message: 'Retry after 0 seconds', errors: ['Too many requests'] }),
        withHeaders({ 'Retry-After': '1' }),
      ),
    },
    'limit-never-recovers': {
      title: 'requests are refused after the wait that the message gives',
      foundOnlyBy: 'limits/recovers',
      apply: neverRecovers,
      witness: [spent, { ...listCategories, later: 1500 }],
    },
  }),
];
