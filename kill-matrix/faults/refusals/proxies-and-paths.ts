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
import { everyNth, fromNth } from '../../variations/memory.js';
import { askRates, askWith, askWithout, listCategories, unknownPath } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('refusals in other forms', { section: '7' });
const html = (code: number, title: string) =>
  page(
    code,
    'text/html',
    `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center><hr><center>nginx</center></body>\r\n</html>`,
  );
const bad = status(400);
const notFound = status(404);

const below = (path: string): When => all(notFound, (_, call) => call.path.startsWith(`${path}/`));
const typeProblem: When = served('getShippingRates', ({ text }) => text.includes('"weight":"'));

export default [
  fault({
    id: 'proxy-502-for-first-request',
    section: '4',
    title: 'the first request after the start is the 502 page of a proxy',
    foundBy: ['errors/nothing-leaks', 'responses/documented-status'],
    apply: on((_, { number }) => number === 1, html(502, '502 Bad Gateway')),
    witness: listCategories,
  }),
  fault({
    id: 'proxy-502-every-thirtieth',
    section: '4',
    title: 'one list in thirty is the 502 page of a proxy',
    foundBy: ['errors/nothing-leaks', 'responses/documented-status'],
    apply: everyNth(30, all(success, served('listCategories')), html(502, '502 Bad Gateway')),
    witness: { ...listCategories, times: 30 },
  }),
  fault({
    id: 'proxy-502-json',
    section: '2.1',
    title: 'one shipment in nine is 502 with only a message',
    foundBy: 'envelope/errors',
    apply: everyNth(
      9,
      rates,
      document(502, { message: 'An invalid response was received from the upstream server' }),
    ),
    witness: { ...askRates(), times: 9 },
  }),
  fault({
    id: 'proxy-503-empty',
    section: '2.1',
    title: 'one shipment in eleven is 503 without a body',
    foundBy: ['http/json-content-type', 'responses/no-server-error'],
    apply: everyNth(11, rates, page(503, 'text/plain', '')),
    witness: { ...askRates(), times: 11 },
  }),
  fault({
    id: 'proxy-504-for-invalid',
    section: '4',
    title: 'a shipment without a receiver is the 504 page of a proxy',
    foundBy: ['requests/missing-field', 'requests/not-json'],
    apply: on(
      all(
        bad,
        served('getShippingRates', ({ body }) => !Object.hasOwn(Object(body) as object, 'receiver')),
      ),
      html(504, '504 Gateway Time-out'),
    ),
    witness: askWithout('receiver'),
  }),
  fault({
    id: 'proxy-520-for-type',
    section: '2.1',
    title: 'a weight in text is the 520 page of a proxy',
    foundBy: ['requests/several-problems', 'responses/documented-status'],
    apply: on(typeProblem, html(520, 'Web server is returning an unknown error')),
    witness: askWith('weight', 'x'),
  }),
  fault({
    id: 'proxy-captcha-after-errors',
    section: '4',
    title: 'after twenty errors each error is a page that asks for a captcha',
    foundBy: ['orders/needs-key', 'routing/wrong-method'],
    apply: fromNth(20, failure, html(403, 'Just a moment...')),
    witness: { ...unknownPath, times: 20 },
  }),
  fault({
    id: 'unknown-path-below-categories-500',
    title: '/categories/1 is 500',
    foundBy: ['responses/no-server-error', 'routing/unknown-path'],
    apply: on(below('/categories'), serverError),
    witness: { method: 'GET', path: '/categories/1' },
  }),
  fault({
    id: 'unknown-path-long-is-empty',
    title: 'a path over 1,000 characters is an empty success',
    foundOnlyBy: 'routing/odd-path',
    apply: on(
      (_, { path }) => path.length > 1000,
      () => enveloped(200, '', []),
    ),
    witness: { method: 'GET', path: `/${'n'.repeat(1100)}` },
  }),
  fault({
    id: 'unknown-path-double-slash-redirect',
    title: 'two slashes in a path redirect to HTML',
    foundOnlyBy: 'responses/documented-status',
    apply: on(
      (_, { path }) => path.includes('//c'),
      () => ({
        status: 301,
        headers: { Location: '/', 'Content-Type': 'text/html' },
        body: {},
        raw: '<a href="/">Moved</a>',
      }),
    ),
    witness: { method: 'GET', path: '//categories' },
  }),
];
