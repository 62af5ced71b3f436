/** Faults that show only from the second request on a connection (sections 4, 5 and 7, RFC 9112 9.3). */
import type { Answer, Call } from '../../reference-server/stages.js';
import {
  all,
  categories,
  document,
  drop,
  failure,
  on,
  page,
  rates,
  restatus,
  served,
  serverError,
  set,
  status,
  success,
  withHeaders,
  type When,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { cached, onKeptConnection, withMemory } from '../../variations/memory.js';
import {
  askRates,
  askWithout,
  inOneConnection,
  listCategories,
  unknownPath,
  withKey,
} from '../../variations/requests.js';
import { hang, resend, sendAfter } from '../../variations/sending.js';
import { variationsOf, type Apply, type Step } from '../../variations/variation.js';

const fault = variationsOf('kept connections');
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

export default [
  ...foundBy(
    'rates/no-courier',
    fault(
      'kept-key-of-first-request',
      '5 rule 1',
      'the key of the first request on a connection counts for all that follow',
      keyOfConnection,
      inOneConnection(listCategories, withKey(null)),
    ),
  ),
  ...foundBy(
    ['auth/before-validation', 'auth/missing-key'],
    fault(
      'kept-key-not-checked',
      '5 rule 1',
      'the key is checked for the first request on a connection only',
      ({ authenticate }) => ({
        authenticate: (call) => (call.connection.requests > 1 ? undefined : authenticate(call)),
      }),
      onOne(withKey('Bearer nobody')),
    ),
  ),
  ...foundBy(
    ['auth/header-name-case', 'requests/documented-examples'],
    fault(
      'kept-list-500',
      '7',
      'the second category list on a connection is 500',
      on(kept(categories), serverError),
      lists,
    ),
  ),
  ...foundBy(
    'responses/no-server-error',
    fault(
      'kept-rates-500-third',
      '7',
      'the third request on a connection is 500 when it is a shipment',
      on(all(rates, onConnection(3)), serverError),
      onOne(askRates(), 3),
    ),
  ),
  ...foundBy(
    'http/answers',
    fault(
      'kept-fourth-never-answered',
      '4',
      'the fourth request on a connection is never answered',
      hang(all(success, onConnection(4))),
      onOne(listCategories, 4),
    ),
  ),
  ...foundBy(
    'requests/one-after-another',
    fault(
      'kept-empty-after-head',
      '4.1',
      'a GET after a HEAD on the same connection has an empty body',
      afterAnswer((_, { method }) => method === 'HEAD', categories, page(200, 'application/json', '')),
      inOneConnection({ method: 'HEAD', path: '/categories' }, listCategories),
    ),
  ),
  ...foundBy(
    ['orders/needs-key', 'responses/schema'],
    fault(
      'kept-answer-repeated',
      '4',
      'a proxy repeats the first answer of a connection for every request on it',
      cached(
        success,
        ({ connection }) => String(connection.number),
        () => true,
      ),
      onOne(askRates()),
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'requests/side-by-side'],
    fault(
      'kept-body-dropped',
      '4.2',
      'the body of the second request on a connection is not read: a valid shipment is 400',
      ({ decide }) => ({
        decide: (call) =>
          decide(call.connection.requests === 2 ? { ...call, body: undefined, text: '' } : call),
      }),
      shipments,
    ),
  ),
  ...foundBy(
    'envelope/object',
    fault(
      'kept-body-of-refused-in-the-way',
      '4.1',
      'the unread body of a refused POST is in the way: the next request on the connection is a bare 400',
      afterAnswer(
        (answer, { method }) => answer.status === 401 && method === 'POST',
        () => true,
        document(400, { error: 'Bad Request' }),
      ),
      onOne(withKey('Bearer nobody', askRates())),
    ),
  ),
  ...foundBy(
    'routing/options',
    fault(
      'kept-after-error-502',
      '4',
      'a backend closes after an error, and the next request on the connection is the 502 page of the proxy',
      afterAnswer(failure, () => true, proxyPage),
      onOne(unknownPath),
    ),
  ),
  ...foundBy(
    ['errors/names-field', 'http/valid-json'],
    fault(
      'kept-length-of-first-answer',
      'RFC 9112 6.3',
      'errors on a kept connection are padded with null bytes',
      resend(kept(failure), (bytes) => Buffer.concat([bytes, Buffer.alloc(16)])),
      onOne(askWithout('weight')),
    ),
  ),
  ...foundBy(
    'http/json-content-type',
    fault(
      'kept-type-lost',
      '4',
      'only the first answer on a connection has a Content-Type of JSON',
      on(kept(success), withHeaders({ 'Content-Type': 'application/octet-stream' })),
      lists,
    ),
  ),
  ...foundBy(
    'envelope/message',
    fault(
      'kept-message-null',
      '2.1',
      'message is null from the second request on a connection on',
      on(kept(success), set({ message: null })),
      lists,
    ),
  ),
  ...foundBy(
    ['envelope/errors', 'errors/names-field'],
    fault(
      'kept-errors-left-out',
      '2.1',
      'errors is left out of every error but the first on a connection',
      on(kept(failure), drop('errors')),
      onOne(askWithout('weight')),
    ),
  ),
  ...foundBy(
    ['orders/needs-key', 'routing/options'],
    fault(
      'kept-sixth-unavailable',
      '2.1',
      'from the sixth request on a connection all are an empty 503',
      on((_, { connection }) => connection.requests >= 6, page(503, 'text/plain', '')),
      onOne(listCategories, 6),
    ),
  ),
  ...foundBy(
    ['orders/needs-key', 'routing/unknown-path'],
    fault(
      'kept-wrong-key-forbidden',
      '5 rule 3',
      'a wrong key on a connection that was used before is 403',
      on(kept(status(401)), restatus(403)),
      onOne(withKey('Bearer nobody')),
    ),
  ),
  ...foundBy(
    ['requests/missing-field', 'requests/not-json'],
    fault(
      'kept-not-validated',
      '4.2 rule 1',
      'shipments are validated for the first request on a connection only',
      ({ validate }) => ({
        validate: (call) =>
          call.connection.requests > 1
            ? validate(call).filter(({ kind }) => kind === 'syntax')
            : validate(call),
      }),
      onOne(askWithout('weight')),
    ),
  ),
  ...foundBy(
    ['http/complete-message', 'http/valid-json'],
    fault(
      'kept-junk-after-list',
      'RFC 9112 6.3',
      'the word null follows the category list on a connection that stays open',
      sendAfter(categories, () => 'null'),
      lists,
    ),
  ),
  ...foundBy(
    ['envelope/message', 'envelope/object'],
    fault(
      'kept-unknown-path-closes-envelope',
      '2.1',
      'a 404 after another request on the connection is an empty object',
      on(kept(status(404)), document(404, {})),
      onOne(unknownPath),
    ),
  ),
  ...foundBy(
    'rates/fields',
    fault(
      'kept-second-served-as-other',
      '4.2',
      'a shipment that follows a category list on a connection gets the categories',
      withMemory(
        () => new Map<number, Answer>(),
        (answer, call, lists) => {
          const { number } = call.connection;
          const before = lists.get(number);
          if (categories(answer, call)) lists.set(number, answer);
          return before && served('getShippingRates')(answer, call) && answer.status === 200
            ? before
            : answer;
        },
      ),
      inOneConnection(listCategories, askRates()),
    ),
  ),
];
