/** Faults that show only when requests are under way at the same time: shared variables, buffers, locks (sections 2 to 7). */
import type { Answer, Call, Fields } from '../../reference-server/stages.js';
import {
  categories,
  type Change,
  eachWith,
  rates,
  serverError,
  set,
  status,
  refusal,
  each,
} from '../../variations/changes.js';
import { sideBySide } from '../../variations/memory.js';
import { askRates, askWithout, listCategories } from '../../variations/requests.js';
import { faultsOf, type Step } from '../../variations/variation.js';

const together = (step: Step, times = 16): Step => ({ ...step, times, sent: 'side by side' });
const manyRates = together(askRates());
const manyLists = together(listCategories);
const bad = status(400);
const invalid = askWithout('sender.city');
const data = (answer: Answer) => answer.body.data as Fields[];
/** Changes the answer while at least `least` others are under way. */
const when =
  (least: number, change: Change) =>
  (answer: Answer, call: Call, others: readonly unknown[]): Answer =>
    others.length >= least ? change(answer, call) : answer;

export default faultsOf('side by side', { section: '7' })({
  'parallel-request-id-shared': {
    section: '2.3',
    title: 'shipments that are rated side by side share a request_id',
    foundBy: 'rates/fields',
    apply: sideBySide(rates, (answer, call, others) =>
      eachWith({ request_id: data(others[0].answer)[0]?.request_id })(answer, call),
    ),
    witness: manyRates,
  },
  'parallel-rates-appended': {
    section: '4.2 rule 2',
    title: 'shipments side by side are rated into one list, and each gets all of it',
    foundBy: 'rates/one-request-id',
    apply: sideBySide(rates, (answer, call, others) =>
      set({ data: [...data(answer), ...data(others[0].answer)] })(answer, call),
    ),
    witness: manyRates,
  },
  'parallel-errors-taken': {
    section: '7 rule 2',
    title: 'of invalid shipments side by side only the first is told its problems',
    foundBy: ['envelope/errors', 'errors/names-field'],
    apply: sideBySide(bad, when(1, set({ errors: [] }))),
    witness: together(invalid),
  },
  'parallel-deadlock-500': {
    title: 'three shipments side by side meet a deadlock and are 500',
    foundBy: 'responses/no-server-error',
    apply: sideBySide(rates, when(2, serverError)),
    witness: manyRates,
  },
  'parallel-list-500': {
    title: 'a second category list while one is read is 500',
    foundBy: ['auth/limited-key', 'requests/documented-examples'],
    apply: sideBySide(categories, when(1, serverError)),
    witness: manyLists,
  },
  'parallel-conflict-409': {
    title: 'two shipments of one key side by side are 409',
    foundBy: ['rates/no-courier', 'requests/lenient-media-type'],
    apply: sideBySide(rates, when(1, refusal(409, 'Conflict', 'Another request of this key is under way'))),
    witness: manyRates,
  },
  'parallel-forbidden': {
    section: '4.1',
    title: 'a key that is in use is 403 for the next client',
    foundBy: 'requests/side-by-side',
    apply: sideBySide(categories, when(1, refusal(403, 'Forbidden', 'This key is in use'))),
    witness: manyLists,
  },
  'parallel-stamps-garbled': {
    section: '2.2',
    title: 'a date format that is not thread-safe garbles created_at of the second category',
    foundBy: ['categories/same-each-time', 'categories/timestamps'],
    apply: sideBySide(
      categories,
      when(
        1,
        each((category, index) =>
          index === 1 ? { ...category, created_at: '2023-05-0410:11:12Z' } : category,
        ),
      ),
    ),
    witness: manyLists,
  },
});
