/** What is mixed up between requests: section 2 gives each response its own results. */
import type { Call, Fields } from '../../reference-server/stages.js';
import {
  alter,
  categories,
  each,
  eachWith,
  every,
  all,
  on,
  rates,
  serverError,
  set,
  status,
  success,
} from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { after, cached, everyNth, fromNth, onKeptConnection, sideBySide } from '../../variations/memory.js';
import {
  askRates,
  askWith,
  changed,
  listCategories,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('state between requests');
const field = (call: Call, name: string) => JSON.stringify((Object(call.body) as Fields)[name]);
const heavier = askRates(changed('weight', 9, changed('box_dimension.0.weight', 9)));

export default [
  ...foundBy(
    'rates/request-id-identifies',
    fault(
      'rates-remembered-by-length',
      '4.2',
      'rates are remembered by the length of the body',
      cached(rates, ({ text }) => String(text.length)),
      [askRates(), heavier],
    ),
    fault(
      'rates-cached-by-receiver',
      '4.2',
      'rates are cached by their receiver',
      cached(rates, (call) => field(call, 'receiver')),
      [askRates(), heavier],
    ),
    fault(
      'rates-cached-by-unit',
      '4.2',
      'rates are cached by the unit of weight alone',
      cached(rates, (call) => field(call, 'weight_unit')),
      [askRates(), heavier],
    ),
    fault(
      'request-id-of-the-second',
      '2.3',
      'request_id is the same for a hundred seconds',
      on(rates, eachWith({ request_id: String(Math.floor(Date.now() / 100_000)) })),
      [askRates(), heavier],
    ),
  ),
  ...foundBy(
    'categories/same-each-time',
    fault(
      'list-loses-last-now-and-then',
      '4.1',
      'every seventh list lacks its last category',
      everyNth(
        7,
        categories,
        alter('data', (data) => (data as unknown[]).slice(0, -1)),
      ),
      { ...listCategories, times: 7 },
    ),
    fault(
      'created-now',
      '2.2',
      'created_at is the time of the response',
      on(
        categories,
        each((category) => ({ ...category, created_at: new Date().toISOString() })),
      ),
      { ...listCategories, times: 2 },
    ),
    fault(
      'names-of-another-language-after',
      '2.2',
      'after a request in another language all names are in it',
      after(
        (_, { headers }) => /^(bn|de)/.test(String(headers['accept-language'] ?? '')),
        categories,
        each((category) => ({ ...category, name: `[bn] ${String(category.name)}` })),
      ),
      [{ ...listCategories, headers: { 'Accept-Language': 'bn-BD' } }, listCategories],
    ),
    fault(
      'ids-differ-on-kept-connections',
      '2.2',
      'ids are higher by 100 on a kept connection',
      on(
        all(categories, onKeptConnection),
        each((category) => ({ ...category, id: Number(category.id) + 100 })),
      ),
      { ...listCategories, times: 2, sent: 'on one connection' },
    ),
  ),
  ...foundBy(
    'categories/unique-ids',
    fault(
      'list-doubles-after-rates',
      '4.1',
      'the list after a shipment holds every category twice',
      after(
        rates,
        categories,
        alter('data', (data) => [...(data as unknown[]), ...(data as unknown[])]),
      ),
      [askRates(), listCategories],
    ),
  ),
  ...foundBy(
    'rates/id-identifies',
    fault(
      'rate-ids-of-the-position',
      '2.3',
      'the id of a rate is its position',
      on(
        rates,
        each((rate, index) => ({ ...rate, id: `rate-${index}` })),
      ),
      [askRates(), heavier],
    ),
  ),
  ...foundBy(
    'requests/one-after-another',
    fault(
      'error-sticks-to-the-connection',
      '7',
      'after an unknown path a kept connection answers 404',
      (() => {
        return ({ decide }) => {
          const lost = new Set<number>();
          return {
            decide(call) {
              const answer = decide(call);
              if (answer.status === 404) lost.add(call.connection.number);
              return lost.has(call.connection.number) && answer.status < 300
                ? {
                    ...answer,
                    status: 404,
                    body: {
                      ...answer.body,
                      status: false,
                      data: [],
                      errors: ['Not found'],
                      message: 'Not found',
                      response_code: '404',
                    },
                  }
                : answer;
            },
          };
        };
      })(),
      { ...unknownPath, and: listCategories, times: 2, sent: 'on one connection' },
    ),
  ),
  ...foundBy(
    'responses/no-server-error',
    fault(
      'every-fiftieth-request-500',
      '7',
      'every fiftieth request is 500',
      on(all(success, every(50)), serverError),
      { ...listCategories, times: 50 },
    ),
  ),
  foundOnlyBy(
    'rates/still-rated',
    fault(
      'thirtieth-shipment-empty',
      '4.2',
      'from the thirtieth shipment on there are no rates',
      fromNth(30, rates, set({ data: [] })),
      { ...askRates(), times: 30 },
    ),
  ),
  ...foundBy(
    'errors/names-field',
    fault(
      'errors-of-the-others',
      '7 rule 2',
      'of refusals under way at once each has the problems of the last',
      sideBySide(status(400), (answer, _call, others) => ({
        ...answer,
        body: { ...answer.body, errors: others[0].answer.body.errors },
      })),
      { ...askWith('weight', 'heavy'), and: askWith('weight', -1), times: 4, sent: 'side by side' },
    ),
  ),
  ...foundBy(
    'requests/side-by-side',
    fault(
      'unauthorized-beside-authorized',
      '5 rule 3',
      'a request without a key beside one with it is served',
      sideBySide(
        (answer, call) => call.path === '/categories' && [200, 401].includes(answer.status),
        (answer, _call, others) => (answer.status === 401 ? others[0].answer : answer),
      ),
      [{ ...withKey(null), and: listCategories, times: 4, sent: 'side by side' }],
    ),
  ),
];
