/** Answers that are mixed up between requests: section 2 gives each response its own results. */
import {
  categories,
  each,
  every,
  all,
  on,
  rates,
  serverError,
  set,
  success,
} from '../../variations/changes.js';
import { fromNth, sideBySide } from '../../variations/memory.js';
import { askRates, listCategories, unknownPath, withKey } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('state between requests', { section: '7' });

export default [
  fault({
    id: 'created-now',
    section: '2.2',
    title: 'created_at is the time of the response',
    foundBy: 'categories/same-each-time',
    apply: on(
      categories,
      each((category) => ({ ...category, created_at: new Date().toISOString() })),
    ),
    witness: { ...listCategories, times: 2 },
  }),
  fault({
    id: 'error-sticks-to-the-connection',
    title: 'after an unknown path a kept connection answers 404',
    foundBy: 'requests/one-after-another',
    apply: (() => {
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
    witness: { ...unknownPath, and: listCategories, times: 2, sent: 'on one connection' },
  }),
  fault({
    id: 'every-fiftieth-request-500',
    title: 'every fiftieth request is 500',
    foundBy: 'responses/no-server-error',
    apply: on(all(success, every(50)), serverError),
    witness: { ...listCategories, times: 50 },
  }),
  fault({
    id: 'thirtieth-shipment-empty',
    section: '4.2',
    title: 'from the thirtieth shipment on there are no rates',
    foundOnlyBy: 'rates/still-rated',
    apply: fromNth(30, rates, set({ data: [] })),
    witness: { ...askRates(), times: 30 },
  }),
  fault({
    id: 'unauthorized-beside-authorized',
    section: '5 rule 3',
    title: 'a request without a key beside one with it is served',
    foundBy: 'requests/side-by-side',
    apply: sideBySide(
      (answer, call) => call.path === '/categories' && [200, 401].includes(answer.status),
      (answer, _call, others) => (answer.status === 401 ? others[0].answer : answer),
    ),
    witness: [{ ...withKey(null), and: listCategories, times: 4, sent: 'side by side' }],
  }),
];
