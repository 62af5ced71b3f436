/** Requests that HTTP lets a client write in several ways: what it accepts, versions, targets (RFC 9110, RFC 9112). */
import { type Call, enveloped } from '../../reference-server/stages.js';
import {
  all,
  categories,
  crash,
  on,
  page,
  served,
  serverError,
  success,
  type When,
} from '../../variations/changes.js';
import { askRates, listCategories, rawRequest, SHIPMENT } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const fault = faultsOf('forms of requests', { section: 'RFC 9110 12.5.1' });

const accept = (call: Call) => String(call.headers.accept ?? '');
const listed = (when: (call: Call) => boolean): When => all(success, served('listCategories', when));
const accepting = (value: string | null): Step => ({ ...listCategories, headers: { Accept: value } });
const withHeader = (name: string, value: string): Step => ({ ...listCategories, headers: { [name]: value } });
const closing = (step: Step) => rawRequest(step, { Connection: 'close' });
const absolute: Step = {
  ...listCategories,
  message: [closing(listCategories).replace('GET /', 'GET http://localhost/')],
};
const isAbsolute: When = (_, { target }) => /^https?:/i.test(target);
const type = (call: Call) => String(call.headers['content-type'] ?? '');
const typed = (value: string): Step => askRates(SHIPMENT, { 'Content-Type': value });

export default [
  fault({
    id: 'accept-any-500',
    title: 'Accept: */* is 500',
    foundBy: ['auth/limited-key', 'requests/documented-examples'],
    apply: crash('listCategories', (call) => accept(call) === '*/*'),
    witness: accepting('*/*'),
  }),
  fault({
    id: 'agent-missing-403-page',
    section: '4',
    title: 'a client without User-Agent gets an HTML page of 403',
    foundBy: ['http/json-content-type', 'http/valid-json', 'requests/spellings'],
    apply: on(
      listed(({ headers }) => headers['user-agent'] === undefined),
      page(403, 'text/html', '<h1>Forbidden</h1>'),
    ),
    witness: listCategories,
  }),
  fault({
    id: 'long-header-403',
    section: '5 rule 5',
    title: 'a header over 2,000 characters is 403, as of an attack',
    foundOnlyBy: 'requests/unusual-heads',
    apply: on(
      all(success, (_, { headerLines }) => headerLines.some(([, value]) => value.length > 2000)),
      () => enveloped(403, 'Insufficient permissions', [], ['Blocked by a firewall']),
    ),
    witness: withHeader('X-Note', 'n'.repeat(2100)),
  }),
  fault({
    id: 'query-list-500',
    section: '7',
    title: 'a query parameter with brackets is 500',
    foundBy: ['requests/unknown-query', 'responses/no-server-error'],
    apply: on(
      listed(({ query }) => query.toString().includes('%5B')),
      serverError,
    ),
    witness: { method: 'GET', path: '/categories?filter[name]=a' },
  }),
  fault({
    id: 'absolute-form-500',
    section: 'RFC 9112 3.2.2',
    title: 'a request target in absolute form is 500',
    foundBy: ['http/rare-spellings', 'responses/no-server-error'],
    apply: on(all(success, isAbsolute), serverError),
    witness: absolute,
  }),
  fault({
    id: 'type-with-parameter-500',
    section: 'RFC 9110 8.3.1',
    title: 'a parameter of application/json that is no charset is 500',
    foundBy: ['requests/other-media-type', 'requests/spellings'],
    apply: crash('getShippingRates', (call) => /;\s*(?!charset)\w+=/i.test(type(call))),
    witness: typed('application/json; profile="x"'),
  }),
  fault({
    id: 'any-tag-412',
    section: 'RFC 9110 13.1.2',
    title: 'a request with any If-None-Match is 412',
    foundBy: ['http/not-modified', 'responses/documented-status'],
    apply: on(
      all(categories, (_, { headers }) => headers['if-none-match'] !== undefined),
      () => enveloped(412, 'Precondition failed', [], ['The list was changed']),
    ),
    witness: { ...listCategories, headers: { 'If-None-Match': '"1"' } },
  }),
];
