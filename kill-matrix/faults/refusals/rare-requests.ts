/** Refusals of what few clients send; 405 and 415, which the specification does not show, are errors too (2.1, 7). */
import type { Answer, Call } from '../../reference-server/stages.js';
import {
  bare,
  type Change,
  document,
  htmlPage,
  httpStatus,
  page,
  restatus,
  serverError,
  set,
} from '../../variations/changes.js';
import { all, served, status, type When } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { askRates, SHIPMENT } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const refused = (when: (answer: Answer, call: Call) => boolean) => all(status(400), when);
const errorsOf = ({ body }: Answer) => body.errors as string[];
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
const notAllowed = status(405);
const at = (path: string, ...methods: string[]): When =>
  all(notAllowed, (_, call) => call.path === path && (methods.length === 0 || methods.includes(call.method)));
const ask = (method: string, path: string): Step => ({ method, path });

export default [
  ...faultsOf('refusals of rare requests', { section: '7, 404' })({
    'deep-path-page': {
      title: 'an unknown path of more than two segments is answered with a page',
      foundBy: 'http/json-content-type',
      when: all(status(404), (_answer, { path }) => path.split('/').length > 3),
      change: page(404, 'text/html', '<html><h1>Not Found</h1></html>'),
      witness: { method: 'GET', path: '/one/two/three' },
    },
    'many-problems-422': {
      section: '7, 400',
      title: 'three problems or more are answered with 422',
      foundBy: 'requests/several-problems',
      when: refused((answer) => errorsOf(answer).length > 2),
      change: restatus(422),
      witness: askRates({}),
    },
    'problem-of-both-parties-told-once': {
      section: '7 rule 2',
      title: 'what is wrong with the same field of sender and receiver is told once',
      foundBy: 'errors/one-string-per-problem',
      errors: (texts) => [...new Set(texts.map((text) => text.replace(/^(sender|receiver)\./, '')))],
    },
  }),
  ...faultsOf('405 and 415', { section: '2.1' })({
    'media-415-problem-details': {
      title: 'ASP.NET: a 415 is problem details',
      foundBy: ['envelope/message', 'envelope/status-flag'],
      when: notJson,
      change: document(
        415,
        {
          type: 'https://tools.ietf.org/html/rfc9110#section-15.5.16',
          title: 'Unsupported Media Type',
          status: 415,
        },
        'application/problem+json',
      ),
      witness: text,
    },
    'media-415-http-200': {
      section: '7 rule 1',
      title: 'a 415 comes with HTTP 200',
      foundBy: ['envelope/status-flag', 'requests/other-media-type'],
      apply: on(notJson, (answer, call) => httpStatus(200)(unsupported()(answer, call), call)),
      witness: text,
    },
    'media-form-419-page': {
      section: '4',
      title: 'Laravel: a form without a token is an HTML page of 419',
      foundBy: ['requests/other-media-type', 'responses/documented-status'],
      apply: on(otherType('application/x-www-form'), htmlPage(419, 'Page Expired')),
      witness: form,
    },
    'media-form-403-csrf': {
      title: 'Django: a form without a token is an HTML page of 403',
      foundBy: ['errors/nothing-leaks', 'requests/other-media-type'],
      apply: on(otherType('application/x-www-form'), htmlPage(403, 'CSRF verification failed')),
      witness: form,
    },
    'method-405-html-for-rates': {
      section: '4',
      title: 'GET of rates is an HTML page of 405',
      foundBy: ['errors/nothing-leaks', 'http/allow-with-405'],
      apply: on(at('/get-shipping-rates'), htmlPage(405, 'Method Not Allowed')),
      witness: ask('GET', '/get-shipping-rates'),
    },
    'method-405-detail-for-post': {
      title: 'POST of the category list has only a detail',
      foundBy: ['envelope/object', 'http/allow-with-405'],
      apply: on(at('/categories', 'POST'), document(405, { detail: 'Method "POST" not allowed.' })),
      witness: ask('POST', '/categories'),
    },
    // Only a DELETE with the key shows it, which the suite sends with `--allow-writes` alone: such a server may have deleted all.
    'method-delete-204': {
      section: '4.1',
      title: 'DELETE of the category list is 204',
      foundBy: 'routing/wrong-method',
      apply: on(at('/categories', 'DELETE'), bare(204)),
    },
    'method-put-500': {
      section: '7',
      title: 'PUT is 500 on both operations',
      foundBy: ['responses/no-server-error', 'routing/wrong-method'],
      when: all(notAllowed, (_, { method }) => method === 'PUT'),
      change: serverError,
      witness: ask('PUT', '/categories'),
    },
  }),
];
