/** Ids of requests and categories that do not identify: shared, or another one in each answer (sections 2.2 and 2.3). */
import { createHash } from 'node:crypto';
import type { Call, Fields } from '../../reference-server/stages.js';
import { categories, each, eachWith, on, rates, type Change } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { everyNth, withMemory } from '../../variations/memory.js';
import { listCategories, askRates, askWith, valueAt } from '../../variations/requests.js';
import { variationsOf, type Step } from '../../variations/variation.js';

const fault = variationsOf('identifiers');
const heavier = askWith('weight', 40);
const twoShipments = [askRates(), heavier];
const twice: Step = { ...listCategories, times: 2 };
const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const requestIds =
  (make: (call: Call) => string): Change =>
  (answer, call) =>
    eachWith({ request_id: make(call) })(answer, call);

/** Gives the categories ids that depend on how many lists were served. */
const categoryIds = (make: (id: number, served: number, index: number) => number) =>
  withMemory(
    () => ({ served: 0 }),
    (answer, call, memory) => {
      if (!categories(answer, call)) return answer;
      const served = memory.served++;
      return each((category, index) => ({ ...category, id: make(Number(category.id), served, index) }))(
        answer,
        call,
      );
    },
  );

export default [
  ...foundBy(
    'rates/request-id-identifies',
    fault(
      'request-ids-wrap-at-eight',
      '2.3',
      'request_id counts from 0 to 7 and begins again',
      withMemory(
        () => ({ count: 0 }),
        (answer, call, memory) =>
          rates(answer, call) ? requestIds(() => `req-${memory.count++ % 8}`)(answer, call) : answer,
      ),
      { ...askRates(), times: 9 },
    ),
    fault(
      'request-id-is-second',
      '2.3',
      'request_id is the time in seconds',
      (stages, settings) =>
        on(
          rates,
          requestIds(() => `req-${Math.floor(settings.now() / 1000)}`),
        )(stages, settings),
      twoShipments,
    ),
    fault(
      'request-id-of-beginning',
      '2.3',
      'request_id is a digest of the first hundred characters of the body',
      on(
        rates,
        requestIds(({ text }) => digest(text.slice(0, 100), 16)),
      ),
      twoShipments,
    ),
    fault(
      'request-id-of-parties',
      '2.3',
      'request_id is a digest of sender and receiver',
      on(
        rates,
        requestIds(({ body }) =>
          digest(JSON.stringify([valueAt(body, ['sender']), valueAt(body, ['receiver'])]), 16),
        ),
      ),
      twoShipments,
    ),
    fault(
      'request-id-of-key',
      '2.3',
      'request_id names the client by a digest of its key',
      on(
        rates,
        requestIds(({ headers }) => digest(String(headers.authorization), 16)),
      ),
      twoShipments,
    ),
    fault(
      'request-id-of-agent',
      '2.3',
      'request_id is X-Request-Id of the client, and "-" without one',
      on(
        rates,
        requestIds(({ headers }) => String(headers['x-request-id'] ?? '-')),
      ),
      twoShipments,
    ),
    fault(
      'request-id-of-connection',
      '2.3',
      'all requests on a connection have the same request_id',
      on(
        rates,
        requestIds(({ connection }) => `conn-${connection.number}`),
      ),
      { ...askRates(), times: 2, sent: 'on one connection' },
    ),
    fault(
      'request-id-kept-for-three',
      '2.3',
      'three shipments share a request_id before the next one is drawn',
      withMemory(
        () => ({ count: 0 }),
        (answer, call, memory) =>
          rates(answer, call)
            ? requestIds(() => `req-${Math.floor(memory.count++ / 3)}`)(answer, call)
            : answer,
      ),
      { ...askRates(), times: 2 },
    ),
    fault(
      'request-id-text-undefined',
      '2.3',
      'request_id is the text "undefined"',
      on(rates, eachWith({ request_id: 'undefined' })),
      askRates(),
    ),
  ),
  ...foundBy(
    'rates/one-request-id',
    fault(
      'request-ids-differ-in-last',
      '2.3',
      'request_id of the last rate is one further than that of the others',
      on(
        rates,
        each((rate, index, length) =>
          index === length - 1 ? { ...rate, request_id: `${String(rate.request_id)}1` } : rate,
        ),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'categories/same-each-time',
    fault(
      'category-ids-count-rows-read',
      '2.2',
      'ids of categories go on counting from list to list',
      categoryIds((_id, served, index) => served * 4 + index + 1),
      twice,
    ),
    fault(
      'category-ids-swap',
      '2.2',
      'every second list has the ids in reverse order beside the same names',
      everyNth(2, categories, (answer, call) => {
        const ids = (answer.body.data as Fields[]).map(({ id }) => id).reverse();
        return each((category, index) => ({ ...category, id: ids[index] }))(answer, call);
      }),
      twice,
    ),
    fault(
      'category-id-of-last-moves',
      '2.2',
      'the id of the last category grows with each list',
      categoryIds((id, served, index) => (index === 3 ? id + served : id)),
      twice,
    ),
    fault(
      'category-ids-drawn',
      '2.2',
      'ids of categories are drawn anew for each list',
      categoryIds((id, served) => Number.parseInt(digest(`${id} ${served}`, 8), 16)),
      twice,
    ),
  ),
  foundOnlyBy(
    'categories/same-each-time',
    fault(
      'category-names-rotate',
      '2.2',
      'every third list has the names moved on by one beside the same ids',
      everyNth(3, categories, (answer, call) => {
        const names = (answer.body.data as Fields[]).map(({ name }) => name);
        return each((category, index) => ({ ...category, name: names[(index + 1) % names.length] }))(
          answer,
          call,
        );
      }),
      { ...listCategories, times: 3 },
    ),
  ),

  ...foundBy(
    ['categories/same-each-time', 'categories/updated-after-created'],
    fault(
      'category-created-moves',
      '2.2',
      'created_at of a category is a second later in each list',
      withMemory(
        () => ({ served: 0 }),
        (answer, call, memory) => {
          if (!categories(answer, call)) return answer;
          const seconds = memory.served++;
          const later = (stamp: unknown) =>
            new Date(Date.parse(String(stamp)) + seconds * 1000).toISOString();
          return each((category) => ({ ...category, created_at: later(category.created_at) }))(answer, call);
        },
      ),
      twice,
    ),
  ),
];
