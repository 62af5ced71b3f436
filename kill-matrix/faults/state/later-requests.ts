/** Answers that change with the number or kind of the requests before (sections 4 and 7). */
import { categories, rates, restatus, serverError, served, set, status } from '../../variations/changes.js';
import { everyNth, withMemory } from '../../variations/memory.js';
import { askRates, askWithout, changed, listCategories, SHIPMENT } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('state between requests', { section: '4.1' });
const bad = status(400);
const invalid = askWithout('sender.city');

export default [
  fault({
    id: 'second-rates-empty',
    section: '4.2 rule 2',
    title: 'the couriers come from an iterator: every second shipment has no rates',
    foundBy: 'requests/one-after-another',
    apply: everyNth(2, rates, set({ data: [] })),
    witness: { ...askRates(), times: 2 },
  }),
  fault({
    id: 'pool-runs-dry',
    section: '7',
    title: 'invalid shipments keep their database connection: after twelve of them valid ones are 500',
    foundBy: ['rates/no-courier', 'requests/lenient-media-type'],
    apply: withMemory(
      () => ({ leaked: 0 }),
      (answer, call, memory) => {
        if (bad(answer, call)) memory.leaked++;
        return memory.leaked >= 12 && rates(answer, call) ? serverError(answer, call) : answer;
      },
    ),
    witness: [{ ...invalid, times: 12 }, askRates()],
  }),
  fault({
    id: 'every-seventh-rates-unavailable',
    section: '2.1',
    title: 'one in seven shipments meets a worker that restarts, and is an HTML page of 503',
    foundBy: 'rates/no-courier',
    apply: everyNth(7, rates, () => ({
      status: 503,
      headers: { 'Content-Type': 'text/html' },
      body: {},
      raw: '<html><h1>503 Service Unavailable</h1></html>',
    })),
    witness: { ...askRates(), times: 7 },
  }),
  fault({
    id: 'large-body-spoils-next',
    section: '7',
    title: 'after a body over 30 KB the next category list is 500',
    foundBy: 'requests/spellings',
    apply: withMemory(
      () => ({ spoiled: false }),
      (answer, call, memory) => {
        const fails = memory.spoiled && categories(answer, call);
        memory.spoiled = call.text.length > 30_000 || (memory.spoiled && !fails);
        return fails ? serverError(answer, call) : answer;
      },
    ),
    witness: [askRates(changed('sender.address', 'Long Road '.repeat(3100), SHIPMENT)), listCategories],
  }),
  fault({
    id: 'wrong-method-stays',
    title: 'after a method that a path does not have, the next GET there is 405 too',
    foundBy: ['http/allow-with-405', 'http/rare-spellings'],
    apply: withMemory(
      () => ({ refused: false }),
      (answer, call, memory) => {
        const again = memory.refused && categories(answer, call);
        memory.refused = answer.status === 405 || (memory.refused && !again);
        return again
          ? restatus(405)(set({ status: false, data: [], errors: ['Not allowed'] })(answer, call), call)
          : answer;
      },
    ),
    witness: [{ method: 'DELETE', path: '/categories' }, listCategories],
  }),
  fault({
    id: 'media-type-refusal-stays',
    section: '4.2',
    title: 'after a body in another media type the next JSON body is 415',
    foundBy: 'http/chunked-request',
    apply: withMemory(
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
    witness: [askRates('weight=3', { 'Content-Type': 'application/x-www-form-urlencoded' }), askRates()],
  }),
];
