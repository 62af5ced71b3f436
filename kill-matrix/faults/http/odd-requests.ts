/** Requests that few clients send, and that a server serves or rejects, but neither breaks at nor forgets its envelope for (4, 7). */
import { gzipSync } from 'node:zlib';
import { enveloped, type Call } from '../../reference-server/stages.js';
import { all, categories, on, page, serverError, success } from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { SHIPMENT, askRates, listCategories } from '../../variations/requests.js';
import { hangUp } from '../../variations/sending.js';
import { type Step, variationsOf } from '../../variations/variation.js';

const fault = variationsOf('forms of requests');
const json = JSON.stringify(SHIPMENT);
const html = (code: number, text: string) => page(code, 'text/html', `<html><h1>${text}</h1></html>`);
const type = (call: Call) => String(call.headers['content-type'] ?? '');
const ask = (method: string, path: string, headers: Step['headers'] = {}): Step => ({
  method,
  path,
  headers,
});

export default [
  ...foundBy(
    'requests/odd-input',
    fault(
      'gzip-request-500',
      '7',
      'a compressed request body is 500',
      on((_, { headers }) => headers['content-encoding'] === 'gzip', serverError),
      { ...askRates(SHIPMENT, { 'Content-Encoding': 'gzip' }), body: gzipSync(json) },
    ),
  ),
  ...foundBy(
    'requests/unusual-heads',
    fault(
      'get-with-body-500',
      '7',
      'a GET with a body is 500',
      on(
        all(success, (_, { method, text }) => method === 'GET' && text !== ''),
        serverError,
      ),
      {
        ...listCategories,
        headers: { 'Content-Type': 'application/json', 'Content-Length': '2' },
        body: '{}',
      },
    ),
  ),
  ...foundBy(
    'routing/wrong-method',
    fault(
      'post-list-is-created',
      '4.1',
      'POST of the categories is 201',
      on(
        (_, { method, path }) => method === 'POST' && path === '/categories',
        () => enveloped(201, 'Created', []),
      ),
      ask('POST', '/categories'),
    ),
    fault(
      'put-rates-served',
      '4.2',
      'PUT gets rates like POST',
      on(
        (_, { method, path }) => method === 'PUT' && path === '/get-shipping-rates',
        () => enveloped(200, 'Shipping rates', []),
      ),
      ask('PUT', '/get-shipping-rates'),
    ),
  ),
  ...foundBy(
    'requests/spellings',
    fault(
      'empty-accept-500',
      '7',
      'an empty Accept is 500',
      on(
        all(success, (_, { headers }) => headers.accept === ''),
        serverError,
      ),
      { ...listCategories, headers: { Accept: '' } },
    ),
  ),
  ...foundBy(
    'requests/unknown-query',
    fault(
      'repeated-query-500',
      '7',
      'a query parameter that comes twice is 500',
      on(
        all(success, (_, { query }) => new Set(query.keys()).size < [...query.keys()].length),
        serverError,
      ),
      ask('GET', '/categories?a=1&a=2'),
    ),
    fault(
      'bracket-query-500',
      '7',
      'brackets in a query are 500',
      on(
        all(success, (_, { query }) => [...query.keys()].some((name) => name.includes('['))),
        serverError,
      ),
      ask('GET', '/categories?filter[name]=x'),
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'large-413-page',
      '4',
      'a body over 100 kB is an HTML page of 413',
      on((_, { text }) => text.length > 100_000, html(413, '413 Request Entity Too Large')),
      askRates({ ...SHIPMENT, note: 'x'.repeat(110_000) }),
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'large-hang-up',
      '7',
      'the connection closes on a body over 400 kB',
      hangUp((_, { text }) => text.length > 400_000),
      askRates({ ...SHIPMENT, note: 'x'.repeat(410_000) }),
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'jsonp',
      '4',
      'with a callback the envelope is a script',
      on(
        all(success, (_, { query }) => query.has('callback')),
        (answer) => ({
          ...answer,
          headers: { 'Content-Type': 'text/javascript' },
          raw: `x(${JSON.stringify(answer.body)})`,
        }),
      ),
      ask('GET', '/categories?callback=x'),
    ),
  ),
  ...foundBy(
    ['categories/same-each-time', 'http/json-content-type', 'http/valid-json'],
    fault(
      'xml-for-browsers',
      '4',
      'browsers get XML',
      on(
        all(success, (_, { headers }) => String(headers.accept).includes('text/html')),
        page(200, 'application/xml', '<categories/>'),
      ),
      { ...listCategories, headers: { Accept: 'text/html,*/*;q=0.8' } },
    ),
  ),
  ...foundBy(
    'requests/other-media-type',
    fault(
      'form-taken-for-a-request',
      '4',
      'a form is served as a request',
      ({ validate }) => ({ validate: (call) => (type(call).includes('urlencoded') ? [] : validate(call)) }),
      { ...askRates('weight=4', { 'Content-Type': 'application/x-www-form-urlencoded' }) },
    ),
  ),
  ...foundBy(
    ['http/not-modified', 'responses/documented-status'],
    fault(
      'any-tag-412',
      'RFC 9110 13.1.2',
      'a request with any If-None-Match is 412',
      on(
        all(categories, (_, { headers }) => headers['if-none-match'] !== undefined),
        () => enveloped(412, 'Precondition failed', [], ['The list was changed']),
      ),
      { ...listCategories, headers: { 'If-None-Match': '"1"' } },
    ),
  ),
];
