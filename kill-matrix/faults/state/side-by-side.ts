/** Faults that show only when requests are under way at the same time: shared variables, buffers, locks (sections 2 to 7). */
import { enveloped, type Answer, type Call, type Fields } from '../../reference-server/stages.js';
import {
  alter,
  categories,
  drop,
  eachWith,
  page,
  rates,
  rewrite,
  serverError,
  set,
  status,
  success,
  type Change,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { sideBySide } from '../../variations/memory.js';
import { askRates, askWithout, listCategories } from '../../variations/requests.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('side by side');
const together = (step: Step, times = 16): Step => ({ ...step, times, sent: 'side by side' });
const manyRates = together(askRates());
const manyLists = together(listCategories);
const bad = status(400);
const invalid = askWithout('sender.city');
const data = (answer: Answer) => answer.body.data as Fields[];
const html = page(503, 'text/html', '<html><h1>503 Service Temporarily Unavailable</h1></html>');

/** Changes the answer while at least `least` others are under way. */
const when =
  (least: number, change: Change) =>
  (answer: Answer, call: Call, others: readonly unknown[]): Answer =>
    others.length >= least ? change(answer, call) : answer;

export default [
  ...foundBy(
    'rates/request-id-identifies',
    fault(
      'parallel-answers-mixed-up',
      '2.3',
      'of shipments that are rated side by side each gets the rates of another',
      sideBySide(rates, (_answer, _call, others) => others[0].answer),
      manyRates,
    ),
  ),
  ...foundBy(
    ['rates/fields', 'rates/request-id-identifies'],
    fault(
      'parallel-request-id-shared',
      '2.3',
      'shipments that are rated side by side share a request_id',
      sideBySide(rates, (answer, call, others) =>
        eachWith({ request_id: data(others[0].answer)[0]?.request_id })(answer, call),
      ),
      manyRates,
    ),
  ),
  ...foundBy(
    'rates/id-identifies',
    fault(
      'parallel-rate-ids-shared',
      '2.3',
      'the counter of rate ids is read and written without a lock: requests side by side get the same ids',
      sideBySide(rates, (answer, call, others) =>
        alter('data', (list) =>
          (list as Fields[]).map((rate, index) => ({
            ...rate,
            id: data(others[0].answer)[index]?.id ?? rate.id,
          })),
        )(answer, call),
      ),
      manyRates,
    ),
  ),
  ...foundBy(
    'rates/one-request-id',
    fault(
      'parallel-rates-appended',
      '4.2 rule 2',
      'shipments side by side are rated into one list, and each gets all of it',
      sideBySide(rates, (answer, call, others) =>
        set({ data: [...data(answer), ...data(others[0].answer)] })(answer, call),
      ),
      manyRates,
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'parallel-errors-appended',
      '7 rule 2',
      'invalid shipments side by side collect their problems in one list',
      sideBySide(bad, (answer, call, others) =>
        set({ errors: [...(answer.body.errors as string[]), ...(others[0].answer.body.errors as string[])] })(
          answer,
          call,
        ),
      ),
      together(invalid),
    ),
  ),
  ...foundBy(
    ['envelope/errors', 'errors/names-field'],
    fault(
      'parallel-errors-taken',
      '7 rule 2',
      'of invalid shipments side by side only the first is told its problems',
      sideBySide(bad, when(1, set({ errors: [] }))),
      together(invalid),
    ),
  ),
  ...foundBy(
    'rates/no-courier',
    fault(
      'parallel-deadlock-500',
      '7',
      'five shipments side by side meet a deadlock and are 500',
      sideBySide(rates, when(4, serverError)),
      manyRates,
    ),
  ),
  ...foundBy(
    ['auth/limited-key', 'requests/documented-examples'],
    fault(
      'parallel-list-500',
      '7',
      'a second category list while one is read is 500',
      sideBySide(categories, when(1, serverError)),
      manyLists,
    ),
  ),
  ...foundBy(
    'responses/documented-status',
    fault(
      'parallel-workers-503',
      '4',
      'the ninth request side by side finds no worker and is an HTML page',
      sideBySide(success, when(8, html)),
      manyLists,
    ),
  ),
  ...foundBy(
    ['rates/no-courier', 'requests/lenient-media-type'],
    fault(
      'parallel-conflict-409',
      '7',
      'two shipments of one key side by side are 409',
      sideBySide(
        rates,
        when(1, () => enveloped(409, 'Conflict', [], ['Another request of this key is under way'])),
      ),
      manyRates,
    ),
  ),
  ...foundBy(
    'requests/unknown-query',
    fault(
      'parallel-forbidden',
      '4.1',
      'a key that is in use is 403 for the next client',
      sideBySide(
        categories,
        when(1, () => enveloped(403, 'Forbidden', [], ['This key is in use'])),
      ),
      manyLists,
    ),
  ),
  ...foundBy(
    ['categories/same-each-time', 'http/valid-json'],
    fault(
      'parallel-buffer-cut',
      '4',
      'requests side by side share a buffer, and a list is cut',
      sideBySide(
        categories,
        when(
          1,
          rewrite((json) => json.slice(0, -30)),
        ),
      ),
      manyLists,
    ),
  ),
  ...foundBy(
    'http/valid-json',
    fault(
      'parallel-buffer-doubled',
      '4',
      'requests side by side share a buffer, and an answer is written twice',
      sideBySide(
        rates,
        when(
          1,
          rewrite((json) => json + json),
        ),
      ),
      manyRates,
    ),
  ),
  ...foundBy(
    'categories/unique-ids',
    fault(
      'parallel-list-filled-twice',
      '2.2',
      'lists that are read side by side hold each category twice',
      sideBySide(categories, (answer, call) =>
        set({ data: [...data(answer), ...data(answer)] })(answer, call),
      ),
      manyLists,
    ),
  ),
  ...foundBy(
    'categories/same-each-time',
    fault(
      'parallel-list-empty',
      '4.1',
      'while one request reads the categories the others get an empty list',
      sideBySide(categories, when(1, set({ data: [] }))),
      manyLists,
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'parallel-status-shared',
      '2.1',
      'status is one variable, which a request resets: false for what is answered meanwhile',
      sideBySide(rates, when(1, set({ status: false }))),
      manyRates,
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'parallel-code-null',
      '2.1',
      'response_code is null for requests that come while another is answered',
      sideBySide(rates, when(1, set({ response_code: null }))),
      manyRates,
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'parallel-message-gone',
      '2.1',
      'message is left out when three requests are under way',
      sideBySide(categories, when(2, drop('message'))),
      manyLists,
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'parallel-last-rate-lost',
      '2.3',
      'the charge of the last rate is null when four shipments are rated side by side',
      sideBySide(
        rates,
        when(
          3,
          alter('data', (list) =>
            (list as Fields[]).map((rate, index, { length }) =>
              index === length - 1 ? { ...rate, shipping_charge: null } : rate,
            ),
          ),
        ),
      ),
      manyRates,
    ),
  ),
  ...foundBy(
    ['categories/same-each-time', 'categories/timestamps'],
    fault(
      'parallel-stamps-garbled',
      '2.2',
      'a date format that is not thread-safe garbles created_at of the second category',
      sideBySide(
        categories,
        when(
          1,
          alter('data', (list) =>
            (list as Fields[]).map((category, index) =>
              index === 1 ? { ...category, created_at: '2023-05-0410:11:12Z' } : category,
            ),
          ),
        ),
      ),
      manyLists,
    ),
  ),
];
