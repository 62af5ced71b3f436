/** Responses that depend on the requests before, or are mixed up between requests (sections 2, 4 and 7). */
import type { Fields } from '../../reference-server/stages.js';
import { bare, chain, each, list, refusal, restatus, serverError, set } from '../../variations/changes.js';
import {
  all,
  badRequest,
  categories,
  every,
  malformed,
  rates,
  served,
  status,
  success,
  type When,
} from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { everyNth, fromNth, sideBySide, withMemory, onceAfter } from '../../variations/memory.js';
import { headerOf } from '../../variations/calls.js';
import {
  askRates,
  askWith,
  askWithout,
  changed,
  listCategories,
  SHIPMENT,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { type Apply, faultsOf } from '../../variations/variation.js';

const invalid = askWithout('sender.city');
const created = { created_at: '2023-05-04T10:11:12Z', updated_at: '2023-05-04T10:11:12Z' };
const broken = askRates('{"weight": ');
/** A list of the envelope is one list for all answers that `when` picks, and is never emptied. */
const neverEmptied = (name: 'data' | 'errors', when: When): Apply =>
  withMemory(
    (): Fields[] => [],
    (answer, call, kept) => {
      if (!when(answer, call)) return answer;
      kept.push(...(answer.body[name] as Fields[]));
      return set({ [name]: [...kept] })(answer, call);
    },
  );
/** An envelope field keeps the value of the answer before. */
const oneBehind = (name: string, when: When, fits: When): Apply =>
  withMemory(
    (): { before?: unknown } => ({}),
    (answer, call, memory) => {
      const { before } = memory;
      if (when(answer, call)) memory.before = answer.body[name];
      return before !== undefined && fits(answer, call) ? set({ [name]: before })(answer, call) : answer;
    },
  );

export default [
  ...faultsOf('state between requests', { section: '7' })({
    'categories-shrink': {
      section: '4.1',
      title: 'each list of categories takes the last one away for good, until one is left',
      foundBy: 'categories/same-each-time',
      apply: withMemory(
        () => ({ gone: -1 }),
        (answer, call, memory) => {
          if (!categories(answer, call)) return answer;
          memory.gone++;
          return list((all) => all.slice(0, Math.max(1, all.length - memory.gone)))(answer, call);
        },
      ),
      settings: { categories: Array.from('ABCDEFGH', (name, id) => ({ id, name, ...created })) },
      witness: { ...listCategories, times: 2 },
    },
    'method-of-a-header-obeyed': {
      section: '4.1',
      title: 'a GET of the categories that names DELETE in a header removes the first of them',
      foundOnlyBy: 'routing/method-override',
      apply: withMemory(
        () => ({ gone: 0 }),
        (answer, call, memory) => {
          if (!categories(answer, call)) return answer;
          if (call.headers['x-http-method-override'] === 'DELETE') memory.gone = 1;
          return list((all) => all.slice(memory.gone))(answer, call);
        },
      ),
      witness: [{ ...listCategories, headers: { 'X-HTTP-Method-Override': 'DELETE' } }, listCategories],
    },
    'rates-one-behind': {
      section: '2.3',
      title: 'a shipment gets the rates of the shipment before it',
      foundBy: 'requests/one-after-another',
      apply: oneBehind('data', rates, rates),
      witness: [askRates(), askWith('weight', 40)],
    },
    'second-rates-empty': {
      section: '4.2 rule 2',
      title: 'the couriers come from an iterator: every second shipment has no rates',
      foundBy: 'requests/one-after-another',
      apply: everyNth(2, rates, set({ data: [] })),
      witness: { ...askRates(), times: 2 },
    },
    'pool-runs-dry': {
      title: 'invalid shipments keep their database connection: after twelve of them valid ones are 500',
      foundBy: ['rates/no-courier', 'requests/lenient-media-type'],
      apply: withMemory(
        () => ({ leaked: 0 }),
        (answer, call, memory) => {
          if (badRequest(answer, call)) memory.leaked++;
          return memory.leaked >= 12 && rates(answer, call) ? serverError(answer, call) : answer;
        },
      ),
      witness: [{ ...invalid, times: 12 }, askRates()],
    },
    'every-seventh-rates-unavailable': {
      section: '2.1',
      title: 'one in seven shipments meets a worker that restarts, and is an HTML page of 503',
      foundBy: 'responses/no-server-error',
      apply: everyNth(
        7,
        rates,
        bare(503, { 'Content-Type': 'text/html' }, '<html><h1>503 Service Unavailable</h1></html>'),
      ),
      witness: { ...askRates(), times: 7 },
    },
    'large-body-spoils-next': {
      title: 'after a body over 30 KB the next category list is 500',
      foundBy: 'requests/spellings',
      apply: onceAfter((_, { text }) => text.length > 30_000, categories, serverError),
      witness: [askRates(changed('sender.address', 'Long Road '.repeat(3100), SHIPMENT)), listCategories],
    },
    'wrong-method-stays': {
      section: '4.1',
      title: 'after a method that a path does not have, the next GET there is 405 too',
      foundBy: ['http/allow-with-405', 'http/rare-spellings'],
      apply: onceAfter(
        status(405),
        categories,
        chain(restatus(405), set({ status: false, data: [], errors: ['Not allowed'] })),
      ),
      witness: [{ method: 'DELETE', path: '/categories' }, listCategories],
    },
    'media-type-refusal-stays': {
      section: '4.2',
      title: 'after a body in another media type the next JSON body is 415',
      foundBy: 'http/chunked-request',
      apply: onceAfter(
        served('getShippingRates', (call) => !headerOf(call, 'content-type').includes('json')),
        rates,
        chain(restatus(415), set({ status: false, data: [], errors: ['Send application/json'] })),
      ),
      witness: [askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }), askRates()],
    },
    'errors-pile-up': {
      section: '7 rule 2',
      title: 'a 400 lists the problems of all requests before as well',
      foundBy: ['errors/one-string-per-problem', 'errors/same-problems-again'],
      apply: neverEmptied('errors', badRequest),
      witness: [invalid, askWith('weight', 'x')],
    },
    'errors-one-request-behind': {
      section: '4.2 rule 1',
      title: 'a 400 lists the problems of the invalid request before it',
      foundBy: 'errors/names-field',
      apply: oneBehind('errors', badRequest, badRequest),
      witness: [invalid, askWith('weight', 'x')],
    },
    'parser-broken-by-malformed': {
      title: 'the first valid shipment after malformed JSON is 500',
      foundBy: 'http/chunked-request',
      apply: onceAfter(malformed, rates, serverError),
      witness: [broken, askRates()],
    },
    'missing-fields-from-request-before': {
      section: '4.2 rule 1',
      title: 'a field that is missing at the top is taken from the request before',
      foundBy: 'requests/missing-field',
      apply: ({ validate, operate }) => {
        const memory: { before: Fields } = { before: {} };
        return {
          validate: (call) =>
            validate(call).filter(
              ({ kind, path }) =>
                kind !== 'missing' || path.length > 1 || !(String(path[0]) in memory.before),
            ),
          operate(call) {
            memory.before = Object(call.body) as Fields;
            return operate(call);
          },
        };
      },
      witness: [askRates(), askWithout('delivery_type')],
    },
    'created-now': {
      section: '2.2',
      title: 'created_at is the time of the response',
      foundBy: 'categories/same-each-time',
      categories: each((category) => ({ ...category, created_at: new Date().toISOString() })),
    },
    'error-sticks-to-the-connection': {
      title: 'after an unknown path a kept connection answers 404',
      foundBy: 'requests/one-after-another',
      apply: withMemory(
        () => new Set<number>(),
        (answer, call, lost) => {
          if (answer.status === 404) lost.add(call.connection.number);
          const isLost = lost.has(call.connection.number) && answer.status < 300;
          return isLost ? refusal(404, 'Not found', 'Not found')() : answer;
        },
      ),
      witness: { ...unknownPath, and: listCategories, times: 2, sent: 'on one connection' },
    },
    'every-fiftieth-request-500': {
      title: 'every fiftieth request is 500',
      foundBy: 'responses/no-server-error',
      apply: on(all(success, every(50)), serverError),
      witness: { ...listCategories, times: 50 },
    },
    'thirtieth-shipment-empty': {
      section: '4.2',
      title: 'from the thirtieth shipment on there are no rates',
      foundOnlyBy: 'rates/still-rated',
      apply: fromNth(30, rates, set({ data: [] })),
      witness: { ...askRates(), times: 30 },
    },
    'unauthorized-beside-authorized': {
      section: '5 rule 3',
      title: 'a request without a key beside one with it is served',
      foundBy: 'requests/side-by-side',
      apply: sideBySide(
        (answer, call) => call.path === '/categories' && [200, 401].includes(answer.status),
        (answer, _call, others) => (answer.status === 401 ? others[0].answer : answer),
      ),
      witness: [{ ...withKey(null), and: listCategories, times: 4, sent: 'side by side' }],
    },
  }),
  ...faultsOf('identifiers', { section: '2.2' })({
    'category-names-rotate': {
      title: 'every third list has the names moved on by one beside the same ids',
      foundOnlyBy: 'categories/same-each-time',
      apply: everyNth(
        3,
        categories,
        list((categories) =>
          categories.map((category, index) => ({
            ...category,
            name: categories[(index + 1) % categories.length]?.name,
          })),
        ),
      ),
      witness: { ...listCategories, times: 3 },
    },
  }),
];
