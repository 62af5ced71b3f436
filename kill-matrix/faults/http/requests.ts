/** Headers, escapes and forms of a request that change nothing about what is asked for (sections 2.1 and 4, RFC 9110, RFC 9112). */
import type { Call } from '../../reference-server/stages.js';
import { type Change, page, refusal, serverError } from '../../variations/changes.js';
import { all, categories, served, status, success, type When } from '../../variations/conditions.js';
import { crash, on } from '../../variations/differences.js';
import { headerOf } from '../../variations/calls.js';
import { askRates, listCategories, rawRequest, SHIPMENT, withKey } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const plain: Change = (answer) => page(answer.status, 'text/plain', 'See the log')();
const inPath =
  (text: string): When =>
  (_, { target }) =>
    (target.split('?', 1)[0] ?? '').includes(text);
const both = 'text/html,text/plain,*/*';
const sent = (when: (call: Call) => boolean) => all(success, (_answer, call) => when(call));
const withFields = (headers: Step['headers'], step: Step = listCategories): Step => ({
  ...step,
  headers: { ...step.headers, ...headers },
});
const listed = (when: (call: Call) => boolean): When => all(success, served('listCategories', when));
const accepting = (value: string | null): Step => ({ ...listCategories, headers: { Accept: value } });
const withHeader = (name: string, value: string): Step => ({ ...listCategories, headers: { [name]: value } });
const closing = (step: Step) => rawRequest(step, { Connection: 'close' });
const absolute: Step = {
  ...listCategories,
  message: [closing(listCategories).replace('GET /', 'GET http://localhost/')],
};
const isAbsolute: When = (_, { target }) => /^https?:/i.test(target);
const typed = (value: string): Step => askRates(SHIPMENT, { 'Content-Type': value });

export default [
  ...faultsOf('answers by header', { section: '4' })({
    'accept-html-page-for-forbidden': {
      title: 'a browser without permission gets a page',
      foundBy: ['http/json-content-type', 'http/valid-json'],
      when: all(status(403), (_, call) => headerOf(call, 'accept').includes('text/html')),
      change: plain,
      witness: withKey('Bearer Rl80-d4eTn_qYh6s', askRates(undefined, { Accept: both })),
    },
    'trace-breaks-rates': {
      title: 'rates fail for a request with an identifier for tracing',
      foundBy: 'responses/no-server-error',
      when: (_, call) => call.operation === 'getShippingRates' && headerOf(call, 'traceparent') !== '',
      change: serverError,
      witness: askRates(undefined, { Traceparent: '00-1-2-01' }),
    },
    'origin-gets-text': {
      title: 'a page of another origin gets plain text',
      foundBy: ['http/json-content-type', 'http/valid-json'],
      when: (_, call) => headerOf(call, 'origin') !== '',
      change: plain,
      witness: { ...listCategories, headers: { Origin: 'https://a.example.com' } },
    },
    'path-that-is-not-utf-8-crashes': {
      section: '7',
      title: 'a path with an escape that is not UTF-8 is 500',
      foundBy: ['routing/odd-path', 'responses/no-server-error'],
      when: inPath('%ff'),
      change: serverError,
      witness: { method: 'GET', path: '/caf%ff' },
    },
  }),
  ...faultsOf('headers of clients', { section: 'RFC 9110, 12.5.3' })({
    'no-coding-wanted-406': {
      title: 'a client that wants no content coding is refused',
      foundOnlyBy: 'requests/spellings',
      when: sent(({ headers }) => /^identity\b/.test(String(headers['accept-encoding'] ?? ''))),
      change: page(406, 'text/plain', 'Not acceptable'),
      witness: withFields({ 'Accept-Encoding': 'identity' }),
    },
  }),
  ...faultsOf('forms of requests', { section: 'RFC 9110 12.5.1' })({
    'accept-any-500': {
      title: 'Accept: */* is 500',
      foundBy: ['auth/limited-key', 'requests/documented-examples'],
      apply: crash('listCategories', (call) => headerOf(call, 'accept') === '*/*'),
      witness: accepting('*/*'),
    },
    'agent-missing-403-page': {
      section: '4',
      title: 'a client without User-Agent gets an HTML page of 403',
      foundBy: ['http/json-content-type', 'http/valid-json', 'requests/spellings'],
      when: listed(({ headers }) => headers['user-agent'] === undefined),
      change: page(403, 'text/html', '<h1>Forbidden</h1>'),
    },
    'long-header-403': {
      section: '5 rule 5',
      title: 'a header over 2,000 characters is 403, as of an attack',
      foundOnlyBy: 'requests/unusual-heads',
      when: all(success, (_, { headerLines }) => headerLines.some(([, value]) => value.length > 2000)),
      change: refusal(403, 'Insufficient permissions', 'Blocked by a firewall'),
      witness: withHeader('X-Note', 'n'.repeat(2100)),
    },
    'query-list-500': {
      section: '7',
      title: 'a query parameter with brackets is 500',
      foundBy: ['requests/unknown-query', 'responses/no-server-error'],
      when: listed(({ query }) => query.toString().includes('%5B')),
      change: serverError,
      witness: { method: 'GET', path: '/categories?filter[name]=a' },
    },
    'absolute-form-500': {
      section: 'RFC 9112 3.2.2',
      title: 'a request target in absolute form is 500',
      foundBy: ['http/rare-spellings', 'responses/no-server-error'],
      apply: on(all(success, isAbsolute), serverError),
      witness: absolute,
    },
    'type-with-parameter-500': {
      section: 'RFC 9110 8.3.1',
      title: 'a parameter of application/json that is no charset is 500',
      foundBy: ['requests/other-media-type', 'requests/spellings'],
      crashes: (call) => /;\s*(?!charset)\w+=/i.test(headerOf(call, 'content-type')),
      witness: typed('application/json; profile="x"'),
    },
    'any-tag-412': {
      section: 'RFC 9110 13.1.2',
      title: 'a request with any If-None-Match is 412',
      foundBy: ['http/not-modified', 'responses/documented-status'],
      when: all(categories, (_, { headers }) => headers['if-none-match'] !== undefined),
      change: refusal(412, 'Precondition failed', 'The list was changed'),
      witness: { ...listCategories, headers: { 'If-None-Match': '"1"' } },
    },
  }),
];
