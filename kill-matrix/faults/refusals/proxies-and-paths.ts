/** Errors that a proxy or a router answers in a form of its own (2.1, 4, 7). */
import { enveloped } from '../../reference-server/stages.js';
import {
  all,
  document,
  failure,
  on,
  page,
  rates,
  served,
  serverError,
  status,
  success,
  type When,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { everyNth, fromNth } from '../../variations/memory.js';
import { askRates, askWith, askWithout, listCategories, unknownPath } from '../../variations/requests.js';
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
const bad = status(400);
const notFound = status(404);

const below = (path: string): When => all(notFound, (_, call) => call.path.startsWith(`${path}/`));
const typeProblem: When = served('getShippingRates', ({ text }) => text.includes('"weight":"'));

export default [
  ...foundBy(
    ['errors/nothing-leaks', 'responses/documented-status'],
    fault(
      'proxy-502-for-first-request',
      '4',
      'the first request after the start is the 502 page of a proxy',
      on((_, { number }) => number === 1, html(502, '502 Bad Gateway')),
      listCategories,
    ),
    fault(
      'proxy-502-every-thirtieth',
      '4',
      'one list in thirty is the 502 page of a proxy',
      everyNth(30, all(success, served('listCategories')), html(502, '502 Bad Gateway')),
      { ...listCategories, times: 30 },
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'proxy-502-json',
      '2.1',
      'one shipment in nine is 502 with only a message',
      everyNth(
        9,
        rates,
        document(502, { message: 'An invalid response was received from the upstream server' }),
      ),
      { ...askRates(), times: 9 },
    ),
  ),
  ...foundBy(
    ['rates/no-courier', 'requests/generated-bodies'],
    fault(
      'proxy-503-empty',
      '2.1',
      'one shipment in eleven is 503 without a body',
      everyNth(11, rates, page(503, 'text/plain', '')),
      { ...askRates(), times: 11 },
    ),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/not-json'],
    fault(
      'proxy-504-for-invalid',
      '4',
      'a shipment without a receiver is the 504 page of a proxy',
      on(
        all(
          bad,
          served('getShippingRates', ({ body }) => !Object.hasOwn(Object(body) as object, 'receiver')),
        ),
        html(504, '504 Gateway Time-out'),
      ),
      askWithout('receiver'),
    ),
  ),
  ...foundBy(
    ['requests/several-problems', 'responses/documented-status'],
    fault(
      'proxy-520-for-type',
      '2.1',
      'a weight in text is the 520 page of a proxy',
      on(typeProblem, html(520, 'Web server is returning an unknown error')),
      askWith('weight', 'x'),
    ),
  ),
  ...foundBy(
    ['orders/needs-key', 'routing/wrong-method'],
    fault(
      'proxy-captcha-after-errors',
      '4',
      'after twenty errors each error is a page that asks for a captcha',
      fromNth(20, failure, html(403, 'Just a moment...')),
      { ...unknownPath, times: 20 },
    ),
  ),
  ...foundBy(
    ['envelope/data', 'envelope/status-flag'],
    fault(
      'gateway-404-for-orders',
      '2.1',
      'a gateway does not know /create-order and answers with only a message',
      on(
        (_, { path }) => path === '/create-order',
        document(404, { message: 'no Route matched with those values' }),
      ),
      order(),
    ),
  ),
  ...foundBy(
    ['envelope/message', 'envelope/object'],
    fault(
      'unknown-path-json-ld',
      '4',
      'an unknown path is described in application/ld+json',
      on(
        notFound,
        document(
          404,
          { '@type': 'Error', title: 'An error occurred', detail: 'Not Found' },
          'application/ld+json',
        ),
      ),
      unknownPath,
    ),
  ),
  ...foundBy(
    ['errors/nothing-leaks', 'http/json-content-type'],
    fault(
      'unknown-path-below-rates-html',
      '4',
      'paths below /get-shipping-rates are an HTML page',
      on(below('/get-shipping-rates'), html(404, '404 Not Found')),
      { method: 'GET', path: '/get-shipping-rates/1' },
    ),
    fault(
      'unknown-path-post-html',
      '4',
      'POST to an unknown path is an HTML page',
      on(
        all(notFound, (_, { method }) => method === 'POST'),
        html(404, '404 Not Found'),
      ),
      { ...askRates(), path: '/nothing-here' },
    ),
  ),
  ...foundBy(
    ['responses/no-server-error', 'routing/unknown-path'],
    fault(
      'unknown-path-below-categories-500',
      '7',
      '/categories/1 is 500',
      on(below('/categories'), serverError),
      { method: 'GET', path: '/categories/1' },
    ),
  ),
  ...foundBy(
    'routing/odd-path',
    fault(
      'unknown-path-encoded-500',
      '7',
      'a path with a percent sign that is no escape is 500',
      on((_, { path }) => /%(?![0-9a-f]{2})/i.test(path), serverError),
      { method: 'GET', path: '/%zz' },
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'unknown-path-long-414',
      '4',
      'a path over 1,000 characters is an HTML page of 414',
      on((_, { path }) => path.length > 1000, html(414, '414 Request-URI Too Large')),
      { method: 'GET', path: `/${'n'.repeat(1100)}` },
    ),
    fault(
      'unknown-path-dots-page',
      '4',
      'a path with two dots is an HTML page of 400',
      on((_, { path }) => path.includes('..'), html(400, '400 Bad Request')),
      { method: 'GET', path: '/categories/../nothing-here' },
    ),
    fault(
      'unknown-path-encoded-slash-page',
      '4',
      'Tomcat: %2F in a path is an HTML page of 400',
      on((_, { path }) => /%2f/i.test(path), html(400, 'HTTP Status 400 – Bad Request')),
      { method: 'GET', path: '/categories%2Fnothing' },
    ),
  ),
  foundOnlyBy(
    'routing/odd-path',
    fault(
      'unknown-path-long-is-empty',
      '7',
      'a path over 1,000 characters is an empty success',
      on(
        (_, { path }) => path.length > 1000,
        () => enveloped(200, '', []),
      ),
      { method: 'GET', path: `/${'n'.repeat(1100)}` },
    ),
  ),
  foundOnlyBy(
    'http/answers',
    fault(
      'unknown-path-long-hangs-up',
      '7',
      'the connection closes on a path over 3,000 characters',
      hangUp((_, { path }) => path.length > 3000),
      { method: 'GET', path: `/${'n'.repeat(3100)}` },
    ),
  ),

  foundOnlyBy(
    'responses/documented-status',
    fault(
      'unknown-path-double-slash-redirect',
      '7',
      'two slashes in a path redirect to HTML',
      on(
        (_, { path }) => path.includes('//c'),
        () => ({
          status: 301,
          headers: { Location: '/', 'Content-Type': 'text/html' },
          body: {},
          raw: '<a href="/">Moved</a>',
        }),
      ),
      { method: 'GET', path: '//categories' },
    ),
  ),
];
