/** Faults that show only from the second request on a connection, or when requests are under way at the same time (sections 2 to 7, RFC 9112 9.3). */
import type { Answer, Call, Fields } from '../../reference-server/stages.js';
import {
  type Change,
  document,
  each,
  eachWith,
  page,
  refusal,
  restatus,
  serverError,
  set,
} from '../../variations/changes.js';
import { all, categories, failure, rates, status, success, type When } from '../../variations/conditions.js';
import { on } from '../../variations/differences.js';
import { cached, onKeptConnection, sideBySide, withMemory } from '../../variations/memory.js';
import {
  askRates,
  askWithout,
  inOneConnection,
  listCategories,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { type Apply, faultsOf, type Step } from '../../variations/variation.js';

const onOne = (step: Step, times = 2): Step => ({ ...step, times, sent: 'on one connection' });
const lists = onOne(listCategories);
const shipments = onOne(askRates());
const kept = (when: When): When => all(when, onKeptConnection);
const onConnection =
  (n: number): When =>
  (_, { connection }) =>
    connection.requests === n;
const proxyPage = page(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>');
/** Takes each connection to be in the hands of the key that it was opened with. */
const keyOfConnection: Apply = ({ authenticate }) => {
  const first = new Map<number, string | undefined>();
  return {
    authenticate(call) {
      const { number } = call.connection;
      if (!first.has(number)) first.set(number, call.headers.authorization as string | undefined);
      return authenticate({ ...call, headers: { ...call.headers, authorization: first.get(number) } });
    },
  };
};
/** Changes an answer by the answer before it on the same connection. */
const afterAnswer = (before: When, when: When, change: (answer: Answer, call: Call) => Answer): Apply =>
  withMemory(
    () => new Map<number, boolean>(),
    (answer, call, memory) => {
      const { number } = call.connection;
      const met = memory.get(number) ?? false;
      memory.set(number, before(answer, call));
      return met && when(answer, call) ? change(answer, call) : answer;
    },
  );
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

export default [
  ...faultsOf('kept connections', { section: '7' })({
    'kept-key-of-first-request': {
      section: '5 rule 1',
      title: 'the key of the first request on a connection counts for all that follow',
      foundBy: 'rates/no-courier',
      apply: keyOfConnection,
      witness: inOneConnection(listCategories, withKey(null)),
    },
    'kept-list-500': {
      title: 'the second category list on a connection is 500',
      foundBy: ['auth/header-name-case', 'requests/documented-examples'],
      apply: on(kept(categories), serverError),
      witness: lists,
    },
    'kept-rates-500-third': {
      title: 'the third request on a connection is 500 when it is a shipment',
      foundBy: 'responses/no-server-error',
      apply: on(all(rates, onConnection(3)), serverError),
      witness: onOne(askRates(), 3),
    },
    'kept-empty-after-head': {
      section: '4.1',
      title: 'a GET after a HEAD on the same connection has an empty body',
      foundBy: 'requests/one-after-another',
      apply: afterAnswer((_, { method }) => method === 'HEAD', categories, page(200, 'application/json', '')),
      witness: inOneConnection({ method: 'HEAD', path: '/categories' }, listCategories),
    },
    'kept-answer-repeated': {
      section: '4',
      title: 'a proxy repeats the first answer of a connection for every request on it',
      foundOnlyBy: 'rates/fields',
      apply: cached(
        success,
        ({ connection }) => String(connection.number),
        () => true,
      ),
      witness: onOne(askRates()),
    },
    'kept-body-dropped': {
      section: '4.2',
      title: 'the body of the second request on a connection is not read: a valid shipment is 400',
      foundBy: ['errors/names-field', 'requests/side-by-side'],
      apply: ({ decide }) => ({
        decide: (call) =>
          decide(call.connection.requests === 2 ? { ...call, body: undefined, text: '' } : call),
      }),
      witness: shipments,
    },
    'kept-body-of-refused-in-the-way': {
      section: '4.1',
      title:
        'the unread body of a refused POST is in the way: the next request on the connection is a bare 400',
      foundBy: 'envelope/object',
      apply: afterAnswer(
        (answer, { method }) => answer.status === 401 && method === 'POST',
        () => true,
        document(400, { error: 'Bad Request' }),
      ),
      witness: onOne(withKey('Bearer nobody', askRates())),
    },
    'kept-after-error-502': {
      section: '4',
      title:
        'a backend closes after an error, and the next request on the connection is the 502 page of the proxy',
      foundBy: ['responses/documented-status', 'responses/no-server-error'],
      apply: afterAnswer(failure, () => true, proxyPage),
      witness: onOne(unknownPath),
    },
    'kept-sixth-unavailable': {
      section: '2.1',
      title: 'from the sixth request on a connection all are an empty 503',
      foundBy: ['orders/needs-key', 'routing/options'],
      when: (_, { connection }) => connection.requests >= 6,
      change: page(503, 'text/plain', ''),
      witness: onOne(listCategories, 6),
    },
    'kept-wrong-key-forbidden': {
      section: '5 rule 3',
      title: 'a wrong key on a connection that was used before is 403',
      foundBy: ['orders/needs-key', 'routing/unknown-path'],
      apply: on(kept(status(401)), restatus(403)),
      witness: onOne(withKey('Bearer nobody')),
    },
    'kept-unknown-path-closes-envelope': {
      section: '2.1',
      title: 'a 404 after another request on the connection is an empty object',
      foundBy: ['envelope/message', 'envelope/object'],
      apply: on(kept(status(404)), document(404, {})),
      witness: onOne(unknownPath),
    },
  }),
  ...faultsOf('side by side', { section: '7' })({
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
      foundBy: ['requests/side-by-side', 'responses/no-server-error'],
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
  }),
];
