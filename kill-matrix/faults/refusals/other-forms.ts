/** Refusals of bodies and orders, and errors of a proxy or a router, in a form of their own (2.1, 4, 4.3, 7). */
import { enveloped } from '../../reference-server/stages.js';
import {
  bare,
  document,
  htmlPage,
  httpStatus,
  page,
  reshape,
  restatus,
  serverError,
  set,
} from '../../variations/changes.js';
import {
  all,
  badRequest,
  every,
  failure,
  malformed,
  rates,
  served,
  status,
  success,
  type When,
} from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { everyNth, fromNth } from '../../variations/memory.js';
import {
  askRates,
  askWith,
  askWithout,
  listCategories,
  order,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const badOrder: When = all(status(400), (_, { operation }) => operation === 'createOrder');
const notFound = status(404);
const below = (path: string): When => all(notFound, (_, call) => call.path.startsWith(`${path}/`));
const typeProblem: When = served('getShippingRates', ({ text }) => text.includes('"weight":"'));

export default [
  ...faultsOf('refusals in other forms', { section: '7' })({
    'malformed-400-errors-empty': {
      section: '7 rule 2',
      title: 'errors is empty for malformed JSON',
      foundBy: ['envelope/errors', 'errors/one-string-per-problem'],
      apply: on(malformed, set({ errors: [] })),
      witness: askRates('{'),
    },
    'malformed-422': {
      title: 'malformed JSON is 422',
      foundBy: ['requests/not-json', 'requests/other-media-type'],
      apply: on(malformed, restatus(422)),
      witness: askRates('{"a"'),
    },
    'order-unknown-field-500': {
      title: 'an order with an unknown field is 500',
      foundBy: 'responses/no-server-error',
      apply: on(badOrder, serverError),
      witness: order(),
    },
    'order-unknown-field-http-200': {
      title: 'an order with an unknown field is HTTP 200 with the envelope of a 400',
      foundBy: ['envelope/response-code', 'orders/unknown-field-refused'],
      apply: on(badOrder, httpStatus(200)),
      witness: order(),
    },
    'order-malformed-500': {
      title: 'malformed JSON as an order is 500',
      foundBy: 'orders/no-order',
      apply: on(all(badOrder, malformed), serverError),
      witness: order('{"unknown'),
    },
    'unknown-path-below-categories-500': {
      title: '/categories/1 is 500',
      foundBy: ['responses/no-server-error', 'routing/unknown-path'],
      apply: on(below('/categories'), serverError),
      witness: { method: 'GET', path: '/categories/1' },
    },
    'unknown-path-long-is-empty': {
      title: 'a path over 1,000 characters is an empty success',
      foundOnlyBy: 'routing/odd-path',
      when: (_, { path }) => path.length > 1000,
      change: () => enveloped(200, '', []),
      witness: { method: 'GET', path: `/${'n'.repeat(1100)}` },
    },
    'unknown-path-double-slash-redirect': {
      title: 'two slashes in a path redirect to HTML',
      foundOnlyBy: 'responses/documented-status',
      when: (_, { path }) => path.includes('//c'),
      change: bare(301, { Location: '/', 'Content-Type': 'text/html' }, '<a href="/">Moved</a>'),
      witness: { method: 'GET', path: '//categories' },
    },
  }),
  ...faultsOf('refusals in other forms', { section: '2.1' })({
    'list-400-in-list': {
      title: 'a list as the body gets a list as the answer',
      foundBy: ['envelope/object', 'errors/names-field'],
      when: all(badRequest, (_, { body }) => Array.isArray(body)),
      change: reshape((envelope) => [envelope]),
      witness: askRates('[]'),
    },
    'invalid-400-jsonapi': {
      title: 'JSON:API: problems are objects with a pointer',
      foundBy: ['envelope/message', 'envelope/status-flag'],
      when: all(badRequest, served('getShippingRates')),
      change: document(
        400,
        { errors: [{ status: '400', source: { pointer: '/sender/city' }, title: 'is required' }] },
        'application/vnd.api+json',
      ),
    },
    'invalid-400-graphql': {
      title: 'GraphQL: problems come with 200, as errors beside data null',
      foundBy: ['requests/missing-field', 'requests/not-json'],
      when: all(badRequest, served('getShippingRates')),
      change: document(200, { data: null, errors: [{ message: 'sender.city is required' }] }),
    },
    'order-unknown-field-422-map': {
      title: 'an order with an unknown field is 422 with a map of fields',
      foundBy: ['envelope/status-flag', 'responses/documented-status'],
      when: badOrder,
      change: document(422, {
        message: 'The given data was invalid.',
        errors: { unknown_field: ['Unknown.'] },
      }),
      witness: order(),
    },
    'proxy-502-json': {
      title: 'one shipment in nine is 502 with only a message',
      foundBy: 'envelope/errors',
      apply: everyNth(
        9,
        rates,
        document(502, { message: 'An invalid response was received from the upstream server' }),
      ),
      witness: { ...askRates(), times: 9 },
    },
    'proxy-503-empty': {
      title: 'one shipment in eleven is 503 without a body',
      foundBy: ['http/json-content-type', 'responses/no-server-error'],
      apply: everyNth(11, rates, page(503, 'text/plain', '')),
      witness: { ...askRates(), times: 11 },
    },
    'proxy-520-for-type': {
      title: 'a weight in text is the 520 page of a proxy',
      foundBy: ['requests/several-problems', 'responses/documented-status'],
      apply: on(typeProblem, htmlPage(520, 'Web server is returning an unknown error')),
      witness: askWith('weight', 'x'),
    },
  }),
  ...faultsOf('refusals in other forms', { section: '4' })({
    'every-fifth-error-as-page': {
      title: 'one error in five comes from a node with error pages',
      foundBy: 'routing/wrong-method',
      apply: on(all(failure, every(5)), htmlPage(500, '500 Internal Server Error')),
    },
    'wrong-key-rate-limit-page': {
      title: 'one wrong key in ten is an HTML page of 403',
      foundBy: ['http/json-content-type', 'http/valid-json'],
      apply: everyNth(10, status(401), htmlPage(403, 'Forbidden')),
      witness: { ...withKey('Bearer nobody'), times: 10 },
    },
    'proxy-502-for-first-request': {
      title: 'the first request after the start is the 502 page of a proxy',
      foundBy: ['errors/nothing-leaks', 'responses/documented-status'],
      when: (_, { number }) => number === 1,
      change: htmlPage(502, '502 Bad Gateway'),
    },
    'proxy-502-every-thirtieth': {
      title: 'one list in thirty is the 502 page of a proxy',
      foundBy: ['errors/nothing-leaks', 'responses/documented-status'],
      apply: everyNth(30, all(success, served('listCategories')), htmlPage(502, '502 Bad Gateway')),
      witness: { ...listCategories, times: 30 },
    },
    'proxy-504-for-invalid': {
      title: 'a shipment without a receiver is the 504 page of a proxy',
      foundBy: ['requests/missing-field', 'requests/not-json'],
      when: all(
        badRequest,
        served('getShippingRates', ({ body }) => !Object.hasOwn(Object(body) as object, 'receiver')),
      ),
      change: htmlPage(504, '504 Gateway Time-out'),
      witness: askWithout('receiver'),
    },
    'proxy-captcha-after-errors': {
      title: 'after twenty errors each error is a page that asks for a captcha',
      foundBy: ['orders/needs-key', 'routing/wrong-method'],
      apply: fromNth(20, failure, htmlPage(403, 'Just a moment...')),
      witness: { ...unknownPath, times: 20 },
    },
  }),
  ...faultsOf('refusals in other forms', { section: '4.3' })({
    'order-unknown-field-200': {
      title: 'an order with an unknown field is 200 with an empty list',
      foundBy: 'orders/unknown-field-refused',
      apply: on(badOrder, () => enveloped(200, 'Order received', [])),
      witness: order(),
    },
    'order-of-list-is-none': {
      title: 'a list as an order is a success without an order',
      foundOnlyBy: 'orders/no-order',
      when: all(badOrder, (_, { body }) => Array.isArray(body)),
      change: () => enveloped(200, 'Nothing to order', []),
      witness: order([]),
    },
  }),
];
