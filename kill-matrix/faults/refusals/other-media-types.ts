/** 415, which the specification does not show: it is an error, and errors have the envelope (2.1, 7 rule 1). */
import {
  document,
  httpStatus,
  on,
  page,
  restatus,
  served,
  serverError,
  set,
  type Change,
  type When,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { askRates, SHIPMENT } from '../../variations/requests.js';
import { hang, hangUp } from '../../variations/sending.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('405 and 415');
const otherType = (type: string): When =>
  served('getShippingRates', ({ headers }) => String(headers['content-type'] ?? '').startsWith(type));
const notJson: When = served(
  'getShippingRates',
  ({ headers }) =>
    !String(headers['content-type'] ?? 'json')
      .toLowerCase()
      .includes('json'),
);
const text = askRates(SHIPMENT, { 'Content-Type': 'text/plain' });
const form = askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' });
const multipart = askRates('--b\r\nContent-Disposition: form-data; name="weight"\r\n\r\n3\r\n--b--\r\n', {
  'Content-Type': 'multipart/form-data; boundary=b',
});
const xml = askRates('<shipment><weight>3</weight></shipment>', { 'Content-Type': 'application/xml' });
const unsupported =
  (fields: object = {}): Change =>
  (answer, call) =>
    restatus(415)(
      set({
        status: false,
        message: 'Unsupported media type',
        data: [],
        errors: ['Send application/json'],
        ...fields,
      })(answer, call),
      call,
    );
const order = (type: string): Step => ({
  method: 'POST',
  path: '/create-order',
  headers: { 'Content-Type': type },
  body: '{"unknown_field": 1}',
});
const orderNotJson: When = (_, { operation, headers }) =>
  operation === 'createOrder' && !String(headers['content-type']).includes('json');

const html = (code: number, title: string) =>
  page(code, 'text/html', `<html><head><title>${title}</title></head><body>${title}</body></html>`);

export default [
  ...foundBy(
    'http/valid-json',
    fault(
      'media-415-empty',
      '2.1',
      'a 415 has no body',
      on(notJson, page(415, 'application/json', '')),
      text,
    ),
  ),
  ...foundBy(
    ['errors/nothing-leaks', 'http/json-content-type'],
    fault(
      'media-415-html',
      '4',
      'a 415 is an HTML page',
      on(notJson, html(415, '415 Unsupported Media Type')),
      form,
    ),
  ),
  ...foundBy(
    ['envelope/message', 'envelope/object'],
    fault(
      'media-415-detail-only',
      '2.1',
      'Django REST: a 415 has only a detail',
      on(notJson, document(415, { detail: 'Unsupported media type "text/plain" in request.' })),
      text,
    ),
  ),
  ...foundBy(
    ['envelope/message', 'envelope/status-flag'],
    fault(
      'media-415-problem-details',
      '2.1',
      'ASP.NET: a 415 is problem details',
      on(
        notJson,
        document(
          415,
          {
            type: 'https://tools.ietf.org/html/rfc9110#section-15.5.16',
            title: 'Unsupported Media Type',
            status: 415,
          },
          'application/problem+json',
        ),
      ),
      text,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'media-415-code-400',
      '7 rule 1',
      'response_code of a 415 is "400"',
      on(notJson, (answer, call) => set({ response_code: '400' })(unsupported()(answer, call), call)),
      text,
    ),
    fault(
      'media-415-code-number',
      '7 rule 1',
      'response_code of a 415 is a number',
      on(notJson, (answer, call) => set({ response_code: 415 })(unsupported()(answer, call), call)),
      form,
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'media-415-status-true',
      '2.1',
      'status is true in a 415',
      on(notJson, unsupported({ status: true })),
      text,
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'media-415-errors-empty',
      '7',
      'errors is empty in a 415',
      on(notJson, unsupported({ errors: [] })),
      form,
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault('media-415-data-null', '7', 'data is null in a 415', on(notJson, unsupported({ data: null })), xml),
  ),
  ...foundBy(
    ['envelope/status-flag', 'requests/other-media-type'],
    fault(
      'media-415-http-200',
      '7 rule 1',
      'a 415 comes with HTTP 200',
      on(notJson, (answer, call) => httpStatus(200)(unsupported()(answer, call), call)),
      text,
    ),
  ),
  ...foundBy(
    ['requests/other-media-type', 'responses/no-server-error'],
    fault(
      'media-multipart-500',
      '7',
      'a multipart body is 500',
      on(otherType('multipart/'), serverError),
      multipart,
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'media-multipart-never-answered',
      '7',
      'a multipart body is never answered',
      hang(otherType('multipart/')),
      multipart,
    ),
    fault(
      'media-xml-hangs-up',
      '7',
      'the connection closes on XML',
      hangUp(otherType('application/xml')),
      xml,
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'order-media-415-html',
      '4',
      'an order that is no JSON is an HTML page of 415',
      on(orderNotJson, html(415, 'Unsupported')),
      order('text/plain'),
    ),
  ),
  ...foundBy(
    'orders/no-order',
    fault(
      'order-media-500',
      '7',
      'an order that is no JSON is 500',
      on(orderNotJson, serverError),
      order('application/x-www-form-urlencoded'),
    ),
  ),

  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'media-xml-answered-in-xml',
      '4',
      'XML is refused in XML',
      on(otherType('application/xml'), page(415, 'application/xml', '<error>Unsupported Media Type</error>')),
      xml,
    ),
  ),
  ...foundBy(
    ['requests/other-media-type', 'responses/documented-status'],
    fault(
      'media-form-419-page',
      '4',
      'Laravel: a form without a token is an HTML page of 419',
      on(otherType('application/x-www-form'), html(419, 'Page Expired')),
      form,
    ),
  ),
  ...foundBy(
    ['errors/nothing-leaks', 'requests/other-media-type'],
    fault(
      'media-form-403-csrf',
      '2.1',
      'Django: a form without a token is an HTML page of 403',
      on(otherType('application/x-www-form'), html(403, 'CSRF verification failed')),
      form,
    ),
  ),
];
