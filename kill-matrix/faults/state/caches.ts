/** Responses that were made for one request and are given to another (sections 2, 4 and 5). */
import type { Call } from '../../reference-server/stages.js';
import { each, page, set } from '../../variations/changes.js';
import {
  all,
  anyAnswer,
  categories,
  failure,
  rates,
  served,
  status,
  success,
  type When,
} from '../../variations/conditions.js';
import { after, cached, untilNth } from '../../variations/memory.js';
import { valueAt } from '../../variations/calls.js';
import {
  askRates,
  askWith,
  askWithout,
  forbiddenRates,
  listCategories,
  withKey,
} from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const at =
  (...path: (string | number)[]) =>
  ({ body }: Call) =>
    JSON.stringify(valueAt(body, path));
const forRates: When = served('getShippingRates');
const wantsHtml: When = (_, { headers }) => String(headers.accept ?? '').includes('text/html');
const otherItem = askWith('box_dimension.0.items.0.name', 'Lamp');
/** A shipment as text, without what is in its boxes. */
const withoutItems = (body: unknown) =>
  JSON.stringify(body, (name, value: unknown) => (name === 'items' ? undefined : value));

export default [
  ...faultsOf('state between requests', { section: '4.1' })({
    'categories-cold-cache': {
      title: 'the first list of categories of a process is empty',
      foundBy: 'categories/same-each-time',
      apply: untilNth(2, all(categories, success), set({ data: [] })),
      witness: listCategories,
    },
    'rates-cached-before-validation': {
      section: '4.2 rule 1',
      title: 'once a lane was rated, an invalid shipment on it gets those rates',
      foundBy: ['requests/assumed-values', 'requests/missing-field'],
      apply: cached(rates, at('sender', 'zip_code'), forRates),
      witness: [askRates(), askWithout('weight')],
    },
    'rates-cached-before-key': {
      section: '5 rule 3',
      title: 'a shipment that was rated before is rated again whatever the key',
      foundBy: ['auth/missing-key', 'auth/side-doors'],
      apply: cached(
        rates,
        ({ text }) => text,
        (_, call) => call.operation === 'getShippingRates',
      ),
      witness: [askRates(), withKey('Bearer nobody', askRates())],
    },
    'rates-cached-before-permission': {
      section: '5 rule 5',
      title: 'a limited key gets the rates that another key asked for before',
      foundOnlyBy: 'auth/limited-key',
      apply: cached(rates, ({ text }) => text, status(403)),
      witness: [askRates(), forbiddenRates],
    },
    'cookie-stays-signed-in': {
      section: '5 rule 1',
      title: 'the cookie that a success sets stands for the key from then on',
      foundOnlyBy: 'auth/session-cookie',
      apply: ({ authenticate, decide }) => ({
        authenticate: (call) => (call.headers.cookie === 'session=1' ? undefined : authenticate(call)),
        decide(call) {
          const answer = decide(call);
          if (answer.status !== 200) return answer;
          return { ...answer, headers: { ...answer.headers, 'Set-Cookie': 'session=1' } };
        },
      }),
      witness: [listCategories, { ...withKey(null), headers: { Authorization: null, Cookie: 'session=1' } }],
    },
    'refused-key-cached-for-path': {
      title: 'a 401 stays in the cache for the next good key at that path',
      foundBy: ['auth/header-name-case', 'requests/side-by-side'],
      apply: after(status(401), categories, () => ({
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
      witness: [withKey('Bearer nobody'), listCategories],
    },
    'forbidden-cached-for-shipment': {
      section: '4.2',
      title: 'a shipment that a limited key was refused is refused to every key',
      foundBy: ['http/chunked-request', 'requests/lenient-media-type'],
      apply: cached(status(403), ({ text }) => text, forRates),
      witness: [forbiddenRates, askRates()],
    },
    'not-found-cached-for-first-segment': {
      title: 'a 404 below /categories is cached for /categories too',
      foundBy: ['http/header-spellings', 'requests/other-accept'],
      apply: cached(status(404), ({ path }) => path.split('/')[1] ?? '', categories),
      witness: [{ method: 'GET', path: '/categories/nothing-here' }, listCategories],
    },
    'head-cached-for-get': {
      title: 'after a HEAD the cache serves GET an empty body',
      foundBy: ['http/valid-json', 'routing/head'],
      apply: after((_, { method }) => method === 'HEAD', categories, page(200, 'application/json', '')),
      witness: [{ method: 'HEAD', path: '/categories' }, listCategories],
    },
    'html-cached-for-json': {
      section: '4',
      title: 'after a browser asked, the category list is HTML for every client',
      foundBy: ['http/json-content-type', 'http/valid-json'],
      apply: after(all(success, wantsHtml), categories, page(200, 'text/html', '<ul><li>Books</li></ul>')),
      witness: [{ ...listCategories, headers: { Accept: 'text/html' } }, listCategories],
    },
    'answers-cached-by-key': {
      title: 'each key gets the first answer that it got at a path, valid or not',
      foundBy: ['requests/not-json', 'routing/wrong-method'],
      apply: cached(anyAnswer, ({ headers, path }) => `${String(headers.authorization)} ${path}`, failure),
      witness: [askRates(), askWithout('weight')],
    },
    'five-wrong-keys-lock-everybody-out': {
      title: 'after five wrong keys the next five requests are 401 with any key',
      foundBy: ['rates/no-courier', 'requests/documented-examples'],
      apply: ({ authenticate }) => {
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
      witness: [{ ...withKey('Bearer nobody'), times: 5 }, listCategories],
    },
  }),
  ...faultsOf('forgetful caches', { section: '2.3' })({
    'rates-cached-without-items': {
      title: 'a shipment of the same boxes with other items gets the rates of the shipment before',
      apply: cached(rates, ({ body }) => withoutItems(body)),
      witness: [askRates(), otherItem],
    },
    'category-ids-are-text-after-rates': {
      section: '2.2',
      title: 'once rates were asked for, ids of categories are texts',
      foundBy: 'categories/fields',
      apply: after(
        rates,
        categories,
        each((category) => ({ ...category, id: String(category.id) })),
      ),
      witness: [listCategories, askRates(), listCategories],
    },
  }),
];
