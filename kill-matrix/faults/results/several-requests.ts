/** Faults that show only when responses to several requests are compared: identifiers, and what is left of other requests. */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import { enveloped } from '../../reference-server/stages.js';
import { categories, each, rates, list } from '../../variations/changes.js';
import {
  askRates,
  askWith,
  askWithout,
  listCategories,
  SHIPMENT,
  withKey,
} from '../../variations/requests.js';
import { type Apply, faultsOf } from '../../variations/variation.js';

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

export default faultsOf('several requests', { section: '1' })({
  'category-missing-now-and-then': {
    title: 'every third response leaves the first category out',
    foundBy: 'categories/same-each-time',
    when: (answer, call) => categories(answer, call) && call.number % 3 === 0,
    change: list((categories) => categories.slice(1)),
    witness: { ...listCategories, times: 3 },
  },
  'rate-id-of-the-courier': {
    section: '2.3',
    title: 'a rate has the id of its courier, whatever it charges',
    foundOnlyBy: 'rates/id-identifies',
    rates: each((rate) => ({ ...rate, id: String(rate.courier_name).toLowerCase() })),
  },
  'problem-of-the-request-before': {
    section: '7 rule 2',
    title: 'errors also hold a problem of the request before',
    foundOnlyBy: 'errors/same-problems-again',
    apply: keepsProblems,
    witness: [askWithout('weight'), askWithout('delivery_type')],
  },
  'no-rates-after-a-limited-key': {
    section: '2.1',
    title: 'the shipment after a request with a limited key has no rates',
    foundOnlyBy: 'requests/one-after-another',
    apply: emptyAfterLimitedKey,
    witness: [withKey(`Bearer ${DEFAULT_KEYS.limited}`), askRates()],
  },
  'types-of-large-bodies-unseen': {
    section: '7',
    title: 'types are not checked in bodies of more than 70 kB',
    foundOnlyBy: 'requests/invalid-in-any-form',
    overlooks: ({ kind }, { text }) => kind === 'type' && text.length > 70_000,
    witness: askWith('weight', 'heavy', { ...SHIPMENT, note: 'long '.repeat(15_000) }),
  },
  'key-lost-at-once': {
    section: '5 rule 3',
    title: 'of more than twelve requests at a time some lose their key',
    foundOnlyBy: 'requests/side-by-side',
    apply: losesKeysAtOnce,
  },
});
