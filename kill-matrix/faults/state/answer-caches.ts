/** Answers that were made for one request and are given to another (sections 4 and 5). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Call } from '../../reference-server/stages.js';
import {
  all,
  anyAnswer,
  categories,
  failure,
  page,
  rates,
  served,
  status,
  success,
  type When,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { after, cached } from '../../variations/memory.js';
import {
  askRates,
  askWith,
  askWithout,
  forbiddenRates,
  listCategories,
  valueAt,
  withKey,
} from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('state between requests');
const heavier = askWith('weight', 40);
const elsewhere = askWith('receiver.zip_code', '10118');
const at =
  (...path: (string | number)[]) =>
  ({ body }: Call) =>
    JSON.stringify(valueAt(body, path));
const forRates: When = served('getShippingRates');
const forCategories: When = (_, call) => call.operation === 'listCategories';
const wantsHtml: When = (_, { headers }) => String(headers.accept ?? '').includes('text/html');
const invalid = status(400);

export default [
  ...foundBy(
    'rates/request-id-identifies',
    fault(
      'rates-cached-by-path',
      '2.3',
      'every shipment gets the rates of the first one that was asked for',
      cached(rates, ({ path }) => path),
      [askRates(), heavier],
    ),
    fault(
      'rates-cached-by-lane',
      '2.3',
      'a shipment gets the rates, request_id and all, of an earlier one with the same sender and receiver',
      cached(rates, (call) => at('sender')(call) + at('receiver')(call)),
      [askRates(), heavier],
    ),
    fault(
      'rates-cached-by-length',
      '2.3',
      'a shipment gets the rates of an earlier one whose body was as long',
      cached(rates, ({ text }) => String(text.length)),
      [askRates(), askWith('weight', 4)],
    ),
    fault(
      'rates-cached-by-first-box',
      '2.3',
      'shipments whose first boxes are alike get the same request_id and rates',
      cached(rates, at('box_dimension', 0)),
      [askRates(), elsewhere],
    ),
  ),
  ...foundBy(
    ['requests/assumed-values', 'requests/missing-field'],
    fault(
      'rates-cached-before-validation',
      '4.2 rule 1',
      'once a lane was rated, an invalid shipment on it gets those rates',
      cached(rates, at('sender', 'zip_code'), forRates),
      [askRates(), askWithout('weight')],
    ),
  ),
  ...foundBy(
    ['auth/missing-key', 'auth/side-doors'],
    fault(
      'categories-cached-before-key',
      '5 rule 3',
      'once the category list was served, a cache serves it to anybody',
      cached(categories, ({ path }) => path, forCategories),
      [listCategories, withKey(null)],
    ),
    fault(
      'rates-cached-before-key',
      '5 rule 3',
      'a shipment that was rated before is rated again whatever the key',
      cached(
        rates,
        ({ text }) => text,
        (_, call) => call.operation === 'getShippingRates',
      ),
      [askRates(), withKey('Bearer nobody', askRates())],
    ),
  ),
  foundOnlyBy(
    'auth/limited-key',
    fault(
      'rates-cached-before-permission',
      '5 rule 5',
      'a limited key gets the rates that another key asked for before',
      cached(rates, ({ text }) => text, status(403)),
      [askRates(), forbiddenRates],
    ),
  ),
  foundOnlyBy(
    'auth/session-cookie',
    fault(
      'cookie-stays-signed-in',
      '5 rule 1',
      'the cookie that a success sets stands for the key from then on',
      ({ authenticate, decide }) => ({
        authenticate: (call) => (call.headers.cookie === 'session=1' ? undefined : authenticate(call)),
        decide(call) {
          const answer = decide(call);
          if (answer.status !== 200) return answer;
          return { ...answer, headers: { ...answer.headers, 'Set-Cookie': 'session=1' } };
        },
      }),
      [listCategories, { ...withKey(null), headers: { Authorization: null, Cookie: 'session=1' } }],
    ),
  ),

  ...foundBy(
    ['auth/header-name-case', 'auth/limited-key'],
    fault(
      'refused-key-cached-for-path',
      '4.1',
      'a 401 stays in the cache for the next good key at that path',
      after(status(401), categories, () => ({
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
        body: {
          status: false,
          message: 'Invalid API key',
          data: [],
          errors: ['Authentication failed: the API key is unknown'],
          response_code: '401',
        },
      })),
      [withKey('Bearer nobody'), listCategories],
    ),
  ),
  ...foundBy(
    ['http/chunked-request', 'requests/lenient-media-type'],
    fault(
      'forbidden-cached-for-shipment',
      '4.2',
      'a shipment that a limited key was refused is refused to every key',
      cached(status(403), ({ text }) => text, forRates),
      [forbiddenRates, askRates()],
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'errors/one-string-per-problem'],
    fault(
      'bad-request-cached-for-fields',
      '4.2 rule 1',
      'a 400 is cached by the names of the fields, and names the problem of the first request',
      cached(invalid, ({ body }) => Object.keys(Object(body) as object).join()),
      [askWith('weight', 'x'), askWith('sender.city', 5)],
    ),
  ),
  ...foundBy(
    ['http/header-spellings', 'requests/other-accept'],
    fault(
      'not-found-cached-for-first-segment',
      '4.1',
      'a 404 below /categories is cached for /categories too',
      cached(status(404), ({ path }) => path.split('/')[1] ?? '', categories),
      [{ method: 'GET', path: '/categories/nothing-here' }, listCategories],
    ),
  ),
  ...foundBy(
    ['http/valid-json', 'routing/head'],
    fault(
      'head-cached-for-get',
      '4.1',
      'after a HEAD the cache serves GET an empty body',
      after((_, { method }) => method === 'HEAD', categories, page(200, 'application/json', '')),
      [{ method: 'HEAD', path: '/categories' }, listCategories],
    ),
  ),
  ...foundBy(
    ['http/json-content-type', 'http/valid-json'],
    fault(
      'html-cached-for-json',
      '4',
      'after a browser asked, the category list is HTML for every client',
      after(all(success, wantsHtml), categories, page(200, 'text/html', '<ul><li>Books</li></ul>')),
      [{ ...listCategories, headers: { Accept: 'text/html' } }, listCategories],
    ),
  ),
  ...foundBy(
    ['requests/not-json', 'routing/wrong-method'],
    fault(
      'answers-cached-by-key',
      '4.1',
      'each key gets the first answer that it got at a path, valid or not',
      cached(anyAnswer, ({ headers, path }) => `${String(headers.authorization)} ${path}`, failure),
      [askRates(), askWithout('weight')],
    ),
  ),
  ...foundBy(
    ['auth/before-validation', 'auth/missing-key'],
    fault(
      'address-stays-signed-in',
      '5 rule 1',
      'once a good key came from an address, requests without a key are admitted from there',
      ({ authenticate }, { keys }) => {
        const memory = { signedIn: false };
        return {
          authenticate(call) {
            const { authorization } = call.headers;
            memory.signedIn ||= authorization === `Bearer ${keys.valid}`;
            return memory.signedIn && authorization === undefined ? undefined : authenticate(call);
          },
        };
      },
      [listCategories, withKey(null)],
    ),
  ),
  ...foundBy(
    ['auth/before-validation', 'auth/expired-key'],
    fault(
      'expired-key-renewed-by-use',
      '5 rule 4',
      'an expired key is refused once and admitted from then on',
      ({ authenticate }, { keys }) => {
        const refused = new Set<string>();
        return {
          authenticate(call) {
            const key = String(call.headers.authorization);
            if (key === `Bearer ${keys.expired}` && refused.has(key)) return undefined;
            refused.add(key);
            return authenticate(call);
          },
        };
      },
      { ...withKey(`Bearer ${DEFAULT_KEYS.expired}`), times: 2 },
    ),
  ),
  ...foundBy(
    ['rates/no-courier', 'requests/documented-examples'],
    fault(
      'five-wrong-keys-lock-everybody-out',
      '4.1',
      'after five wrong keys the next five requests are 401 with any key',
      ({ authenticate }) => {
        const memory = { wrong: 0, locked: 0 };
        return {
          authenticate(call) {
            const refusal = authenticate(call);
            if (refusal?.status === 401 && ++memory.wrong % 5 === 0) {
              memory.locked = 5;
              return refusal;
            }
            if (refusal || memory.locked-- <= 0) return refusal;
            return authenticate({ ...call, headers: {} });
          },
        };
      },
      [{ ...withKey('Bearer nobody'), times: 5 }, listCategories],
    ),
  ),
];
