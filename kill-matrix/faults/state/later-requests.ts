/** Answers that change with the number or kind of the requests before (sections 4 and 7). */
import type { Answer, Fields } from '../../reference-server/stages.js';
import { categories, rates, restatus, serverError, served, set, status } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { after, everyNth, fromNth, withMemory } from '../../variations/memory.js';
import {
  askRates,
  askWithout,
  changed,
  listCategories,
  SHIPMENT,
  withKey,
} from '../../variations/requests.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('state between requests');
const bad = status(400);
const invalid = askWithout('sender.city');
const list = (answer: Answer, name: 'data' | 'errors') => answer.body[name] as Fields[];

export default [
  foundOnlyBy(
    'categories/same-each-time',
    fault(
      'second-list-empty',
      '4.1',
      'the categories come from an iterator: after the first list every list is empty',
      fromNth(2, categories, set({ data: [] })),
      { ...listCategories, times: 2 },
    ),
  ),
  foundOnlyBy(
    'categories/same-each-time',
    fault(
      'list-empty-after-unauthorized',
      '4.1',
      'after a wrong key the category list is empty, as for a guest',
      after(status(401), categories, set({ data: [] })),
      [withKey('Bearer nobody'), listCategories],
    ),
  ),

  ...foundBy(
    'requests/one-after-another',
    fault(
      'second-rates-empty',
      '4.2 rule 2',
      'the couriers come from an iterator: every second shipment has no rates',
      everyNth(2, rates, set({ data: [] })),
      { ...askRates(), times: 2 },
    ),
  ),
  ...foundBy(
    'categories/same-each-time',
    fault(
      'every-second-list-short',
      '4.1',
      'one of two replicas lacks the last category',
      everyNth(2, categories, (answer, call) =>
        set({ data: list(answer, 'data').slice(0, -1) })(answer, call),
      ),
      { ...listCategories, times: 2 },
    ),
  ),
  ...foundBy(
    ['rates/no-courier', 'requests/lenient-media-type'],
    fault(
      'pool-runs-dry',
      '7',
      'invalid shipments keep their database connection: after twelve of them valid ones are 500',
      withMemory(
        () => ({ leaked: 0 }),
        (answer, call, memory) => {
          if (bad(answer, call)) memory.leaked++;
          return memory.leaked >= 12 && rates(answer, call) ? serverError(answer, call) : answer;
        },
      ),
      [{ ...invalid, times: 12 }, askRates()],
    ),
  ),
  ...foundBy(
    'rates/no-courier',
    fault(
      'every-seventh-rates-unavailable',
      '2.1',
      'one in seven shipments meets a worker that restarts, and is an HTML page of 503',
      everyNth(7, rates, () => ({
        status: 503,
        headers: { 'Content-Type': 'text/html' },
        body: {},
        raw: '<html><h1>503 Service Unavailable</h1></html>',
      })),
      { ...askRates(), times: 7 },
    ),
  ),
  ...foundBy(
    'requests/spellings',
    fault(
      'large-body-spoils-next',
      '7',
      'after a body over 30 KB the next category list is 500',
      withMemory(
        () => ({ spoiled: false }),
        (answer, call, memory) => {
          const fails = memory.spoiled && categories(answer, call);
          memory.spoiled = call.text.length > 30_000 || (memory.spoiled && !fails);
          return fails ? serverError(answer, call) : answer;
        },
      ),
      [askRates(changed('sender.address', 'Long Road '.repeat(3100), SHIPMENT)), listCategories],
    ),
  ),
  ...foundBy(
    ['http/allow-with-405', 'http/rare-spellings'],
    fault(
      'wrong-method-stays',
      '4.1',
      'after a method that a path does not have, the next GET there is 405 too',
      withMemory(
        () => ({ refused: false }),
        (answer, call, memory) => {
          const again = memory.refused && categories(answer, call);
          memory.refused = answer.status === 405 || (memory.refused && !again);
          return again
            ? restatus(405)(set({ status: false, data: [], errors: ['Not allowed'] })(answer, call), call)
            : answer;
        },
      ),
      [{ method: 'DELETE', path: '/categories' }, listCategories],
    ),
  ),
  ...foundBy(
    ['http/chunked-request', 'requests/large-bodies'],
    fault(
      'media-type-refusal-stays',
      '4.2',
      'after a body in another media type the next JSON body is 415',
      withMemory(
        () => ({ refused: false }),
        (answer, call, memory) => {
          const again = memory.refused && rates(answer, call);
          const other = served(
            'getShippingRates',
            ({ headers }) => !String(headers['content-type']).includes('json'),
          );
          memory.refused = other(answer, call) || (memory.refused && !again);
          return again
            ? restatus(415)(
                set({ status: false, data: [], errors: ['Send application/json'] })(answer, call),
                call,
              )
            : answer;
        },
      ),
      [askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }), askRates()],
    ),
  ),
];
