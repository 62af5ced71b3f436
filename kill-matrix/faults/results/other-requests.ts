/** What shows only when responses to several requests are compared: identifiers, and what is left of other requests. */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped, type Fields } from '../../reference-server/stages.js';
import { alter, categories, each, on, overlook, rates, type Change } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import {
  askRates,
  askWith,
  askWithout,
  listCategories,
  SHIPMENT,
  withKey,
} from '../../variations/requests.js';
import { variationsOf, type Apply } from '../../variations/variation.js';

const fault = variationsOf('several requests');

/** Data of the response to an earlier request whose body has the same key. */
const cachedBy = (keyOf: (body: Fields) => unknown): Apply => {
  return (stages, settings) => {
    const cache = new Map<string, unknown>();
    const change: Change = alter('data', (data, call) => {
      const key = JSON.stringify(keyOf(Object(call.body) as Fields));
      if (!cache.has(key)) cache.set(key, data);
      return cache.get(key);
    });
    return on(rates, change)(stages, settings);
  };
};

/** After a key of limited permissions the next shipment has no rates. */
const emptyAfterLimitedKey: Apply = ({ decide }, { keys }) => {
  let wasLimited = false;
  return {
    decide(call) {
      const answer = decide(call);
      const isEmpty = wasLimited && rates(answer, call);
      wasLimited = call.headers.authorization === `Bearer ${keys.limited}`;
      return isEmpty ? { ...answer, body: { ...answer.body, data: [] } } : answer;
    },
  };
};

/** A problem of an earlier request stands in every later list of problems. */
const keepsProblems: Apply = ({ refuse }) => {
  let kept: string | undefined;
  return {
    refuse(problems, call) {
      const answer = refuse(problems, call);
      if (call.operation !== 'getShippingRates') return answer;
      const errors = answer.body.errors as string[];
      const listed = kept === undefined || errors.includes(kept) ? errors : [...errors, kept];
      kept = problems.find(({ path }) => path.length > 0)?.text ?? kept;
      return { ...answer, body: { ...answer.body, errors: listed } };
    },
  };
};

/** From the twelfth request at a time on, the key is lost. */
const losesKeysAtOnce: Apply = ({ decide, send }, { wait }) => {
  let underWay = 0;
  return {
    decide(call) {
      underWay += 1;
      const answer =
        underWay > 12
          ? enveloped(401, 'Invalid API key', [], ['Authentication failed: the API key is missing'])
          : decide(call);
      const challenge = answer.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
      return { ...answer, headers: { ...answer.headers, ...challenge, 'X-Under-Way': String(underWay) } };
    },
    async send(wire, response, call) {
      await wait(25);
      underWay -= 1;
      await send(wire, response, call);
    },
  };
};

export default [
  foundOnlyBy(
    'categories/same-each-time',
    fault(
      'category-ids-counted-on',
      '2.2',
      'categories get other ids in each response',
      on(categories, (answer, call) =>
        each((category) => ({ ...category, id: Number(category.id) + call.number * 100 }))(answer, call),
      ),
      { ...listCategories, times: 2 },
    ),
  ),
  ...foundBy(
    'categories/same-each-time',
    fault(
      'category-missing-now-and-then',
      '1',
      'every third response leaves the first category out',
      on(
        (answer, call) => categories(answer, call) && call.number % 3 === 0,
        alter('data', (data) => (data as unknown[]).slice(1)),
      ),
      { ...listCategories, times: 3 },
    ),
  ),
  foundOnlyBy(
    'rates/id-identifies',
    fault(
      'rate-id-of-the-courier',
      '2.3',
      'a rate has the id of its courier, whatever it charges',
      on(
        rates,
        each((rate) => ({ ...rate, id: String(rate.courier_name).toLowerCase() })),
      ),
      askRates(),
    ),
  ),
  ...foundBy(
    'rates/request-id-identifies',
    fault(
      'one-quote-for-a-weight',
      '2.3',
      'two shipments of one weight get the same rates, whatever their boxes and places',
      cachedBy(({ weight }) => weight),
      [askRates(), askWith('receiver.zip_code', '10001')],
    ),
    fault(
      'one-quote-for-boxes',
      '2.3',
      'two shipments with the same boxes get the same rates, whatever their places',
      cachedBy(({ box_dimension }) => box_dimension),
      [askRates(), askWith('receiver.zip_code', '10002')],
    ),
  ),
  foundOnlyBy(
    'errors/same-problems-again',
    fault(
      'problem-of-the-request-before',
      '7 rule 2',
      'errors also hold a problem of the request before',
      keepsProblems,
      [askWithout('weight'), askWithout('delivery_type')],
    ),
  ),

  foundOnlyBy(
    'requests/one-after-another',
    fault(
      'no-rates-after-a-limited-key',
      '2.1',
      'the shipment after a request with a limited key has no rates',
      emptyAfterLimitedKey,
      [withKey(`Bearer ${DEFAULT_KEYS.limited}`), askRates()],
    ),
  ),
  foundOnlyBy(
    'requests/invalid-in-any-form',
    fault(
      'types-of-large-bodies-unseen',
      '7',
      'types are not checked in bodies of more than 70 kB',
      overlook(({ kind }, { text }) => kind === 'type' && text.length > 70_000),
      askWith('weight', 'heavy', { ...SHIPMENT, note: 'long '.repeat(15_000) }),
    ),
  ),
  foundOnlyBy(
    'requests/side-by-side',
    fault(
      'key-lost-at-once',
      '5 rule 3',
      'of more than twelve requests at a time some lose their key',
      losesKeysAtOnce,
      listCategories,
    ),
  ),
];
