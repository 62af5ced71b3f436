/** Refusals of malformed and invalid bodies and of orders, in a form of their own (2.1, 4.3, 7). */
import { enveloped } from '../../reference-server/stages.js';
import {
  all,
  document,
  drop,
  every,
  failure,
  httpStatus,
  on,
  page,
  rename,
  reshape,
  restatus,
  served,
  serverError,
  set,
  status,
  type When,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { everyNth } from '../../variations/memory.js';
import { unknownPath, withKey, askRates, askWithout } from '../../variations/requests.js';
import { hangUp } from '../../variations/sending.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('refusals in other forms');
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
  ...foundBy(
    ['envelope/message', 'envelope/object'],
    fault(
      'malformed-400-of-parser',
      '2.1',
      'malformed JSON is 400 with the error of the parser alone',
      on(malformed, document(400, { error: 'Unexpected end of JSON input' })),
      askRates('{"weight": '),
    ),
    fault(
      'invalid-400-google',
      '2.1',
      'problems are in an object called error',
      on(
        all(bad, served('getShippingRates')),
        reshape(({ message, errors }) => ({
          error: { code: 400, message, status: 'INVALID_ARGUMENT', details: errors },
        })),
      ),
      invalid,
    ),
  ),
  ...foundBy(
    ['envelope/errors', 'errors/one-string-per-problem'],
    fault(
      'malformed-400-errors-empty',
      '7 rule 2',
      'errors is empty for malformed JSON',
      on(malformed, set({ errors: [] })),
      askRates('{'),
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'malformed-400-status-missing',
      '2.1',
      'status is left out for malformed JSON',
      on(malformed, drop('status')),
      askRates('nonsense'),
    ),
  ),
  ...foundBy(
    ['requests/not-json', 'requests/other-media-type'],
    fault('malformed-422', '7', 'malformed JSON is 422', on(malformed, restatus(422)), askRates('{"a"')),
  ),
  ...foundBy(
    ['envelope/object', 'errors/names-field'],
    fault(
      'list-400-in-list',
      '2.1',
      'a list as the body gets a list as the answer',
      on(
        all(bad, (_, { body }) => Array.isArray(body)),
        reshape((envelope) => [envelope]),
      ),
      askRates('[]'),
    ),
  ),
  ...foundBy(
    ['envelope/message', 'envelope/status-flag'],
    fault(
      'invalid-400-jsonapi',
      '2.1',
      'JSON:API: problems are objects with a pointer',
      on(
        all(bad, served('getShippingRates')),
        document(
          400,
          { errors: [{ status: '400', source: { pointer: '/sender/city' }, title: 'is required' }] },
          'application/vnd.api+json',
        ),
      ),
      invalid,
    ),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/not-json'],
    fault(
      'invalid-400-graphql',
      '2.1',
      'GraphQL: problems come with 200, as errors beside data null',
      on(
        all(bad, served('getShippingRates')),
        document(200, { data: null, errors: [{ message: 'sender.city is required' }] }),
      ),
      invalid,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'invalid-400-status-code-name',
      '2.1',
      'response_code of a 400 is called responseCode',
      on(
        bad,
        reshape((envelope) => rename(envelope, 'response_code', 'responseCode')),
      ),
      invalid,
    ),
    fault(
      'order-400-code-number',
      '7 rule 1',
      'response_code is a number in the 400 of an order',
      on(badOrder, set({ response_code: 400 })),
      order(),
    ),
  ),
  ...foundBy(
    'orders/unknown-field-refused',
    fault(
      'order-unknown-field-200',
      '4.3',
      'an order with an unknown field is 200 with an empty list',
      on(badOrder, () => enveloped(200, 'Order received', [])),
      order(),
    ),
  ),
  ...foundBy(
    ['envelope/data', 'orders/unknown-field-refused'],
    fault(
      'order-unknown-field-201',
      '4.3',
      'an order with an unknown field is 201 and made nothing',
      on(badOrder, () => enveloped(201, 'Order created', [])),
      order(),
    ),
  ),
  ...foundBy(
    'responses/no-server-error',
    fault(
      'order-unknown-field-500',
      '7',
      'an order with an unknown field is 500',
      on(badOrder, serverError),
      order(),
    ),
  ),
  ...foundBy(
    ['envelope/response-code', 'orders/unknown-field-refused'],
    fault(
      'order-unknown-field-http-200',
      '7',
      'an order with an unknown field is HTTP 200 with the envelope of a 400',
      on(badOrder, httpStatus(200)),
      order(),
    ),
  ),
  ...foundBy(
    ['envelope/status-flag', 'responses/documented-status'],
    fault(
      'order-unknown-field-422-map',
      '2.1',
      'an order with an unknown field is 422 with a map of fields',
      on(
        badOrder,
        document(422, { message: 'The given data was invalid.', errors: { unknown_field: ['Unknown.'] } }),
      ),
      order(),
    ),
  ),
  ...foundBy(
    ['errors/nothing-leaks', 'http/json-content-type'],
    fault(
      'order-unknown-field-html',
      '4',
      'an order with an unknown field is an HTML page',
      on(badOrder, html(400, '400 Bad Request')),
      order(),
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'order-400-errors-text',
      '7',
      'errors is one text in the 400 of an order',
      on(badOrder, set({ errors: 'unknown_field is not a known field' })),
      order(),
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'order-400-data-null',
      '7',
      'data is null in the 400 of an order',
      on(badOrder, set({ data: null })),
      order(),
    ),
  ),
  ...foundBy(
    'orders/no-order',
    fault(
      'order-malformed-500',
      '7',
      'malformed JSON as an order is 500',
      on(all(badOrder, malformed), serverError),
      order('{"unknown'),
    ),
    fault(
      'order-of-list-500',
      '7',
      'a list as an order is 500',
      on(
        all(badOrder, (_, { body }) => Array.isArray(body)),
        serverError,
      ),
      order([]),
    ),
  ),
  foundOnlyBy(
    'orders/no-order',
    fault(
      'order-of-list-is-none',
      '4.3',
      'a list as an order is a success without an order',
      on(
        all(badOrder, (_, { body }) => Array.isArray(body)),
        () => enveloped(200, 'Nothing to order', []),
      ),
      order([]),
    ),
  ),

  ...foundBy(
    'http/answers',
    fault(
      'order-hangs-up',
      '4.3',
      'the connection closes on an order with an unknown field',
      hangUp(badOrder),
      order(),
    ),
  ),
  ...foundBy(
    'routing/wrong-method',
    fault(
      'every-fifth-error-as-page',
      '4',
      'one error in five comes from a node with error pages',
      on(all(failure, every(5)), html(500, '500 Internal Server Error')),
      { ...unknownPath, times: 5 },
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/other-scheme'],
    fault(
      'wrong-key-rate-limit-page',
      '4',
      'one wrong key in ten is an HTML page of 403',
      everyNth(10, status(401), html(403, 'Forbidden')),
      { ...withKey('Bearer nobody'), times: 10 },
    ),
  ),
];
