/** Things that one request leaves behind for the next: lists that are never emptied, flags that stay (sections 2.1, 4 and 7). */
import type { Answer, Fields } from '../../reference-server/stages.js';
import { all, rates, serverError, set, status, type When } from '../../variations/changes.js';
import { withMemory } from '../../variations/memory.js';
import { askRates, askWith, askWithout } from '../../variations/requests.js';
import { faultsOf, type Apply } from '../../variations/variation.js';

const fault = faultsOf('state between requests', { section: '4.2 rule 1' });
const bad = status(400);
const malformed: When = all(bad, (_, { body }) => body === undefined);
const invalid = askWithout('sender.city');
const broken = askRates('{"weight": ');
const list = (answer: Answer, name: 'data' | 'errors') => answer.body[name] as Fields[];

/** A list of the envelope is one list for all answers that `when` picks, and is never emptied. */
const neverEmptied = (name: 'data' | 'errors', when: When): Apply =>
  withMemory(
    (): Fields[] => [],
    (answer, call, kept) => {
      if (!when(answer, call)) return answer;
      kept.push(...list(answer, name));
      return set({ [name]: [...kept] })(answer, call);
    },
  );

/** An envelope field keeps the value of the answer before. */
const oneBehind = (name: string, when: When, fits: When): Apply =>
  withMemory(
    (): { before?: unknown } => ({}),
    (answer, call, memory) => {
      const { before } = memory;
      if (when(answer, call)) memory.before = answer.body[name];
      return before !== undefined && fits(answer, call) ? set({ [name]: before })(answer, call) : answer;
    },
  );

export default [
  fault({
    id: 'errors-pile-up',
    section: '7 rule 2',
    title: 'a 400 lists the problems of all requests before as well',
    foundBy: ['errors/one-string-per-problem', 'errors/same-problems-again'],
    apply: neverEmptied('errors', bad),
    witness: [invalid, askWith('weight', 'x')],
  }),
  fault({
    id: 'errors-one-request-behind',
    title: 'a 400 lists the problems of the invalid request before it',
    foundBy: 'errors/names-field',
    apply: oneBehind('errors', bad, bad),
    witness: [invalid, askWith('weight', 'x')],
  }),
  fault({
    id: 'parser-broken-by-malformed',
    section: '7',
    title: 'the first valid shipment after malformed JSON is 500',
    foundBy: 'http/chunked-request',
    apply: withMemory(
      () => ({ broken: false }),
      (answer, call, memory) => {
        const fails = memory.broken && rates(answer, call);
        memory.broken = malformed(answer, call) || (memory.broken && !fails);
        return fails ? serverError(answer, call) : answer;
      },
    ),
    witness: [broken, askRates()],
  }),
  fault({
    id: 'missing-fields-from-request-before',
    title: 'a field that is missing at the top is taken from the request before',
    foundBy: 'requests/missing-field',
    apply: ({ validate, operate }) => {
      const memory: { before: Fields } = { before: {} };
      return {
        validate: (call) =>
          validate(call).filter(
            ({ kind, path }) => kind !== 'missing' || path.length > 1 || !(String(path[0]) in memory.before),
          ),
        operate(call) {
          memory.before = Object(call.body) as Fields;
          return operate(call);
        },
      };
    },
    witness: [askRates(), askWithout('delivery_type')],
  }),
];
