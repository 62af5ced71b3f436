/** Refusals of malformed and invalid bodies and of orders, in a form of their own (2.1, 4.3, 7). */
import { enveloped } from '../../reference-server/stages.js';
import {
  all,
  document,
  every,
  failure,
  httpStatus,
  on,
  page,
  reshape,
  restatus,
  served,
  serverError,
  set,
  status,
  type When,
} from '../../variations/changes.js';
import { everyNth } from '../../variations/memory.js';
import { unknownPath, withKey, askRates, askWithout } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('refusals in other forms', { section: '7' });
const html = (code: number, title: string) =>
  page(
    code,
    'text/html',
    `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center><hr><center>nginx</center></body>\r\n</html>`,
  );
const order = (fields: unknown = { unknown_field: 'value' }): Step => ({
  method: 'POST',
  path: '/create-order',
  headers: { 'Content-Type': 'application/json' },
  body: typeof fields === 'string' ? fields : JSON.stringify(fields),
});
const badOrder: When = all(status(400), (_, { operation }) => operation === 'createOrder');
const bad = status(400);
const invalid = askWithout('sender.city');
const malformed: When = all(bad, (_, { body }) => body === undefined);
export default [
  fault({
    id: 'malformed-400-errors-empty',
    section: '7 rule 2',
    title: 'errors is empty for malformed JSON',
    foundBy: ['envelope/errors', 'errors/one-string-per-problem'],
    apply: on(malformed, set({ errors: [] })),
    witness: askRates('{'),
  }),
  fault({
    id: 'malformed-422',
    title: 'malformed JSON is 422',
    foundBy: ['requests/not-json', 'requests/other-media-type'],
    apply: on(malformed, restatus(422)),
    witness: askRates('{"a"'),
  }),
  fault({
    id: 'list-400-in-list',
    section: '2.1',
    title: 'a list as the body gets a list as the answer',
    foundBy: ['envelope/object', 'errors/names-field'],
    apply: on(
      all(bad, (_, { body }) => Array.isArray(body)),
      reshape((envelope) => [envelope]),
    ),
    witness: askRates('[]'),
  }),
  fault({
    id: 'invalid-400-jsonapi',
    section: '2.1',
    title: 'JSON:API: problems are objects with a pointer',
    foundBy: ['envelope/message', 'envelope/status-flag'],
    apply: on(
      all(bad, served('getShippingRates')),
      document(
        400,
        { errors: [{ status: '400', source: { pointer: '/sender/city' }, title: 'is required' }] },
        'application/vnd.api+json',
      ),
    ),
    witness: invalid,
  }),
  fault({
    id: 'invalid-400-graphql',
    section: '2.1',
    title: 'GraphQL: problems come with 200, as errors beside data null',
    foundBy: ['requests/missing-field', 'requests/not-json'],
    apply: on(
      all(bad, served('getShippingRates')),
      document(200, { data: null, errors: [{ message: 'sender.city is required' }] }),
    ),
    witness: invalid,
  }),
  fault({
    id: 'order-unknown-field-200',
    section: '4.3',
    title: 'an order with an unknown field is 200 with an empty list',
    foundBy: 'orders/unknown-field-refused',
    apply: on(badOrder, () => enveloped(200, 'Order received', [])),
    witness: order(),
  }),
  fault({
    id: 'order-unknown-field-201',
    section: '4.3',
    title: 'an order with an unknown field is 201 and made nothing',
    foundBy: ['envelope/data', 'orders/unknown-field-refused'],
    apply: on(badOrder, () => enveloped(201, 'Order created', [])),
    witness: order(),
  }),
  fault({
    id: 'order-unknown-field-500',
    title: 'an order with an unknown field is 500',
    foundBy: 'responses/no-server-error',
    apply: on(badOrder, serverError),
    witness: order(),
  }),
  fault({
    id: 'order-unknown-field-http-200',
    title: 'an order with an unknown field is HTTP 200 with the envelope of a 400',
    foundBy: ['envelope/response-code', 'orders/unknown-field-refused'],
    apply: on(badOrder, httpStatus(200)),
    witness: order(),
  }),
  fault({
    id: 'order-unknown-field-422-map',
    section: '2.1',
    title: 'an order with an unknown field is 422 with a map of fields',
    foundBy: ['envelope/status-flag', 'responses/documented-status'],
    apply: on(
      badOrder,
      document(422, { message: 'The given data was invalid.', errors: { unknown_field: ['Unknown.'] } }),
    ),
    witness: order(),
  }),
  fault({
    id: 'order-malformed-500',
    title: 'malformed JSON as an order is 500',
    foundBy: 'orders/no-order',
    apply: on(all(badOrder, malformed), serverError),
    witness: order('{"unknown'),
  }),
  fault({
    id: 'order-of-list-is-none',
    section: '4.3',
    title: 'a list as an order is a success without an order',
    foundOnlyBy: 'orders/no-order',
    apply: on(
      all(badOrder, (_, { body }) => Array.isArray(body)),
      () => enveloped(200, 'Nothing to order', []),
    ),
    witness: order([]),
  }),
  fault({
    id: 'every-fifth-error-as-page',
    section: '4',
    title: 'one error in five comes from a node with error pages',
    foundBy: 'routing/wrong-method',
    apply: on(all(failure, every(5)), html(500, '500 Internal Server Error')),
    witness: { ...unknownPath, times: 5 },
  }),
  fault({
    id: 'wrong-key-rate-limit-page',
    section: '4',
    title: 'one wrong key in ten is an HTML page of 403',
    foundBy: ['http/json-content-type', 'http/valid-json'],
    apply: everyNth(10, status(401), html(403, 'Forbidden')),
    witness: { ...withKey('Bearer nobody'), times: 10 },
  }),
];
