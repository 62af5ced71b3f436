/** Requests that HTTP lets a client write in several ways: what it accepts, versions, targets (RFC 9110, RFC 9112). */
import { enveloped, type Call } from '../../reference-server/stages.js';
import {
  all,
  crash,
  document,
  on,
  page,
  restatus,
  served,
  serverError,
  set,
  success,
  type Change,
  type When,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, listCategories, rawRequest, SHIPMENT, withKey } from '../../variations/requests.js';
import { hangUp } from '../../variations/sending.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('forms of requests');

const accept = (call: Call) => String(call.headers.accept ?? '');
const notAcceptable: Change = (answer, call) =>
  restatus(406)(
    set({ status: false, data: [], message: 'Not acceptable', errors: ['Only application/json is served'] })(
      answer,
      call,
    ),
    call,
  );
const shipped = (when: (call: Call) => boolean): When => all(success, served('getShippingRates', when));
const listed = (when: (call: Call) => boolean): When => all(success, served('listCategories', when));
const accepting = (value: string | null): Step => ({ ...listCategories, headers: { Accept: value } });
const withHeader = (name: string, value: string): Step => ({ ...listCategories, headers: { [name]: value } });
const closing = (step: Step) => rawRequest(step, { Connection: 'close' });
const absolute: Step = {
  ...listCategories,
  message: [closing(listCategories).replace('GET /', 'GET http://localhost/')],
};
const oldVersion: Step = {
  ...listCategories,
  message: [closing(listCategories).replace('HTTP/1.1', 'HTTP/1.0')],
};
const isAbsolute: When = (_, { target }) => /^https?:/i.test(target);

export default [
  ...foundBy(
    'requests/spellings',
    fault(
      'accept-with-quality-406',
      'RFC 9110 12.5.1',
      'Accept with a quality is 406',
      on(
        listed((call) => accept(call).includes('q=')),
        notAcceptable,
      ),
      accepting('application/json;q=0.9'),
    ),
  ),
  ...foundBy(
    'http/rare-spellings',
    fault(
      'accept-list-406',
      'RFC 9110 12.5.1',
      'Accept with a list that names JSON second is 406',
      on(
        listed((call) => accept(call).indexOf('application/json') > 0),
        notAcceptable,
      ),
      accepting('text/plain, application/json'),
    ),
    fault(
      'absolute-form-404',
      'RFC 9112 3.2.2',
      'a request target in absolute form is an unknown path',
      on(all(success, isAbsolute), (answer, call) =>
        restatus(404)(set({ status: false, data: [], errors: ['Not found'] })(answer, call), call),
      ),
      absolute,
    ),
  ),
  ...foundBy(
    ['auth/limited-key', 'requests/documented-examples'],
    fault(
      'accept-any-500',
      'RFC 9110 12.5.1',
      'Accept: */* is 500',
      crash('listCategories', (call) => accept(call) === '*/*'),
      accepting('*/*'),
    ),
  ),
  foundOnlyBy(
    'requests/spellings',
    fault(
      'accept-application-any-406',
      'RFC 9110 12.5.1',
      'Accept: application/* is 406',
      on(
        listed((call) => accept(call) === 'application/*'),
        notAcceptable,
      ),
      accepting('application/*'),
    ),
  ),
  foundOnlyBy(
    'requests/spellings',
    fault(
      'accept-in-capitals-406',
      'RFC 9110 8.3.1',
      'Accept: APPLICATION/JSON is 406',
      on(
        listed((call) => accept(call) === 'APPLICATION/JSON'),
        notAcceptable,
      ),
      accepting('APPLICATION/JSON'),
    ),
  ),
  foundOnlyBy(
    'requests/spellings',
    fault(
      'agent-curl-403',
      '5 rule 5',
      'clients whose User-Agent says curl or bot are 403, whatever the key',
      on(
        listed(({ headers }) => /curl|bot/i.test(String(headers['user-agent'] ?? ''))),
        (answer, call) =>
          restatus(403)(set({ status: false, data: [], errors: ['Blocked'] })(answer, call), call),
      ),
      withHeader('User-Agent', 'curl/8.5.0'),
    ),
  ),
  ...foundBy(
    'requests/spellings',
    fault(
      'accept-language-500',
      '7',
      'a language that is not translated is 500',
      crash('listCategories', ({ headers }) => /^(bn|xx)/.test(String(headers['accept-language'] ?? ''))),
      withHeader('Accept-Language', 'bn-BD,bn;q=0.9'),
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json', 'requests/spellings'],
    fault(
      'agent-missing-403-page',
      '4',
      'a client without User-Agent gets an HTML page of 403',
      on(
        listed(({ headers }) => headers['user-agent'] === undefined),
        page(403, 'text/html', '<h1>Forbidden</h1>'),
      ),
      listCategories,
    ),
    fault(
      'expectation-417',
      'RFC 9110 10.1.1',
      'Expect: 100-continue is an HTML page of 417',
      on(
        shipped(({ headers }) => headers.expect !== undefined),
        page(417, 'text/html', '<h1>417 Expectation Failed</h1>'),
      ),
      askRates(SHIPMENT, { Expect: '100-continue' }),
    ),
  ),
  foundOnlyBy(
    'http/answers',
    fault(
      'keep-alive-header-hangs-up',
      'RFC 9112 9.3',
      'the connection closes on a request with Connection: keep-alive',
      hangUp(
        all(
          success,
          served('listCategories', ({ headers }) => String(headers.connection) === 'Keep-Alive'),
        ),
      ),
      {
        ...withHeader('Connection', 'Keep-Alive'),
        message: [rawRequest(listCategories, { Connection: 'Keep-Alive' }), closing(listCategories)],
      },
    ),
  ),
  foundOnlyBy(
    'requests/unusual-heads',
    fault(
      'long-header-403',
      '5 rule 5',
      'a header over 2,000 characters is 403, as of an attack',
      on(
        all(success, (_, { headerLines }) => headerLines.some(([, value]) => value.length > 2000)),
        () => enveloped(403, 'Insufficient permissions', [], ['Blocked by a firewall']),
      ),
      withHeader('X-Note', 'n'.repeat(2100)),
    ),
  ),
  ...foundBy(
    'requests/unusual-heads',
    fault(
      'many-headers-500',
      '7',
      'more than forty request headers are 500',
      on(
        all(success, (_, { headerNames }) => headerNames.length > 40),
        serverError,
      ),
      {
        ...listCategories,
        headers: Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`X-Trace-${index}`, 'a'])),
      },
    ),
    fault(
      'long-query-500',
      '7',
      'a query over 2,000 characters is 500',
      on(
        all(success, (_, { query }) => query.toString().length > 2000),
        serverError,
      ),
      { method: 'GET', path: `/categories?note=${'n'.repeat(2100)}` },
    ),
    fault(
      'query-percent-500',
      '7',
      'a percent sign in a query that is no escape is 500',
      on(
        listed(({ query }) => query.toString().includes('%25')),
        serverError,
      ),
      { method: 'GET', path: '/categories?discount=5%' },
    ),
  ),
  foundOnlyBy(
    'auth/side-doors',
    fault(
      'absolute-form-unauthenticated',
      '5 rule 1',
      'a request target in absolute form needs no key, as the list of protected paths has none',
      ({ authenticate }) => ({
        authenticate: (call) => (/^https?:/i.test(call.target) ? undefined : authenticate(call)),
      }),
      {
        ...listCategories,
        message: [
          rawRequest(withKey(null), { Connection: 'close' }).replace('GET /', 'GET http://localhost/'),
        ],
      },
    ),
  ),

  ...foundBy(
    ['categories/same-each-time', 'http/json-content-type'],
    fault(
      'accept-missing-html',
      '4',
      'without Accept the list is an HTML page',
      on(
        listed((call) => accept(call) === ''),
        page(200, 'text/html', '<ul><li>Books</li></ul>'),
      ),
      accepting(null),
    ),
    fault(
      'accept-browser-html',
      '4',
      'the Accept of a browser gets an HTML page',
      on(
        listed((call) => accept(call).startsWith('text/html')),
        page(200, 'text/html', '<ul><li>Books</li></ul>'),
      ),
      accepting('text/html,application/xhtml+xml,*/*;q=0.8'),
    ),
    fault(
      'accept-xml-xml',
      '4',
      'a client that prefers XML gets XML',
      on(
        listed((call) => accept(call).startsWith('application/xml')),
        page(200, 'application/xml', '<categories/>'),
      ),
      accepting('application/xml, application/json;q=0.5'),
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'accept-language-message-null',
      '2.1',
      'message is null in a language other than English',
      on(
        listed(({ headers }) => /^(?!en|\*)\w/.test(String(headers['accept-language'] ?? ''))),
        set({ message: null }),
      ),
      withHeader('Accept-Language', 'fr-FR'),
    ),
  ),
  ...foundBy(
    ['envelope/data', 'envelope/status-flag'],
    fault(
      'old-version-505',
      'RFC 9110 2.5',
      'an HTTP/1.0 request is 505 with only a message',
      on(
        all(success, (_, { version }) => version === '1.0'),
        document(505, { message: 'HTTP Version Not Supported' }),
      ),
      oldVersion,
    ),
  ),
  ...foundBy(
    ['requests/unknown-query', 'responses/no-server-error'],
    fault(
      'query-list-500',
      '7',
      'a query parameter with brackets is 500',
      on(
        listed(({ query }) => query.toString().includes('%5B')),
        serverError,
      ),
      { method: 'GET', path: '/categories?filter[name]=a' },
    ),
  ),
  ...foundBy(
    ['http/rare-spellings', 'responses/no-server-error'],
    fault(
      'absolute-form-500',
      'RFC 9112 3.2.2',
      'a request target in absolute form is 500',
      on(all(success, isAbsolute), serverError),
      absolute,
    ),
  ),
];
