/** 415, which the specification does not show: it is an error, and errors have the envelope (2.1, 7 rule 1). */
import {
  document,
  httpStatus,
  on,
  page,
  restatus,
  served,
  set,
  type Change,
  type When,
} from '../../variations/changes.js';
import { askRates, SHIPMENT } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('405 and 415', { section: '2.1' });
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

const html = (code: number, title: string) =>
  page(code, 'text/html', `<html><head><title>${title}</title></head><body>${title}</body></html>`);

export default [
  fault({
    id: 'media-415-problem-details',
    title: 'ASP.NET: a 415 is problem details',
    foundBy: ['envelope/message', 'envelope/status-flag'],
    apply: on(
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
    witness: text,
  }),
  fault({
    id: 'media-415-http-200',
    section: '7 rule 1',
    title: 'a 415 comes with HTTP 200',
    foundBy: ['envelope/status-flag', 'requests/other-media-type'],
    apply: on(notJson, (answer, call) => httpStatus(200)(unsupported()(answer, call), call)),
    witness: text,
  }),
  fault({
    id: 'media-form-419-page',
    section: '4',
    title: 'Laravel: a form without a token is an HTML page of 419',
    foundBy: ['requests/other-media-type', 'responses/documented-status'],
    apply: on(otherType('application/x-www-form'), html(419, 'Page Expired')),
    witness: form,
  }),
  fault({
    id: 'media-form-403-csrf',
    title: 'Django: a form without a token is an HTML page of 403',
    foundBy: ['errors/nothing-leaks', 'requests/other-media-type'],
    apply: on(otherType('application/x-www-form'), html(403, 'CSRF verification failed')),
    witness: form,
  }),
];
