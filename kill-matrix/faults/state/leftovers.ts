/** What one request leaves behind for the next: lists that are never emptied, flags that stay (sections 2.1, 4 and 7). */
import type { Answer, Fields } from '../../reference-server/stages.js';
import {
  all,
  categories,
  rates,
  restatus,
  serverError,
  set,
  status,
  success,
  withHeaders,
  type When,
} from '../../variations/changes.js';
import { foundBy } from '../../variations/found-by.js';
import { withMemory } from '../../variations/memory.js';
import {
  askRates,
  askWith,
  askWithout,
  forbiddenRates,
  listCategories,
  unknownPath,
  valueAt,
} from '../../variations/requests.js';
import { variationsOf, type Apply } from '../../variations/variation.js';

const fault = variationsOf('state between requests');
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
  ...foundBy(
    ['errors/one-string-per-problem', 'errors/same-problems-again'],
    fault(
      'errors-pile-up',
      '7 rule 2',
      'a 400 lists the problems of all requests before as well',
      neverEmptied('errors', bad),
      [invalid, askWith('weight', 'x')],
    ),
  ),
  ...foundBy(
    'rates/one-request-id',
    fault(
      'rates-pile-up',
      '4.2 rule 2',
      'data holds the rates of earlier requests as well',
      neverEmptied('data', rates),
      [askRates(), askWith('weight', 9)],
    ),
  ),
  ...foundBy(
    'categories/unique-ids',
    fault(
      'categories-pile-up',
      '2.2',
      'each list repeats the categories of the lists before',
      neverEmptied('data', categories),
      { ...listCategories, times: 2 },
    ),
  ),
  ...foundBy(
    'envelope/errors',
    fault(
      'errors-stay-for-success',
      '4.1 rule 2',
      'the errors of a 400 are still there in the next success',
      oneBehind('errors', bad, success),
      [invalid, listCategories],
    ),
  ),
  ...foundBy(
    'errors/names-field',
    fault(
      'errors-one-request-behind',
      '4.2 rule 1',
      'a 400 lists the problems of the invalid request before it',
      oneBehind('errors', bad, bad),
      [invalid, askWith('weight', 'x')],
    ),
  ),
  ...foundBy(
    'envelope/status-flag',
    fault(
      'status-flag-stays-false',
      '2.1',
      'status is false in the first success after an error',
      withMemory(
        () => ({ failed: false }),
        (answer, call, memory) => {
          const failedBefore = memory.failed;
          memory.failed = answer.status >= 400;
          return failedBefore && answer.status === 200 ? set({ status: false })(answer, call) : answer;
        },
      ),
      [unknownPath, listCategories],
    ),
    fault(
      'status-flag-stays-true',
      '7',
      'status is true in the first error after a rated shipment',
      withMemory(
        () => ({ rated: false }),
        (answer, call, memory) => {
          const before = memory.rated;
          memory.rated = rates(answer, call);
          return before && answer.status >= 400 ? set({ status: true })(answer, call) : answer;
        },
      ),
      [askRates(), invalid],
    ),
  ),
  ...foundBy(
    'envelope/response-code',
    fault(
      'response-code-one-error-behind',
      '7 rule 1',
      'response_code of an error is that of the error before it',
      oneBehind(
        'response_code',
        (answer) => answer.status >= 400,
        (answer) => answer.status >= 400,
      ),
      [unknownPath, invalid],
    ),
  ),
  ...foundBy(
    'envelope/data',
    fault(
      'data-stays-for-error',
      '7',
      'the first error after a success still holds its data',
      oneBehind('data', success, (answer) => answer.status >= 400),
      [listCategories, unknownPath],
    ),
  ),
  ...foundBy(
    'http/chunked-request',
    fault(
      'parser-broken-by-malformed',
      '7',
      'the first valid shipment after malformed JSON is 500',
      withMemory(
        () => ({ broken: false }),
        (answer, call, memory) => {
          const fails = memory.broken && rates(answer, call);
          memory.broken = malformed(answer, call) || (memory.broken && !fails);
          return fails ? serverError(answer, call) : answer;
        },
      ),
      [broken, askRates()],
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    fault(
      'weight-check-once',
      '4.2 rule 1',
      'a weight of 0 or less is refused the first time and served from then on',
      ({ validate }) => {
        const memory = { seen: false };
        return {
          validate(call) {
            const problems = validate(call);
            if (!problems.some(({ kind, path }) => kind === 'value' && path.join() === 'weight'))
              return problems;
            const known = memory.seen;
            memory.seen = true;
            return known ? problems.filter(({ path }) => path.join() !== 'weight') : problems;
          },
        };
      },
      { ...askWith('weight', -2), times: 2 },
    ),
  ),
  ...foundBy(
    'requests/missing-field',
    fault(
      'missing-fields-from-request-before',
      '4.2 rule 1',
      'a field that is missing at the top is taken from the request before',
      ({ validate, operate }) => {
        const memory: { before: Fields } = { before: {} };
        return {
          validate: (call) =>
            validate(call).filter(
              ({ kind, path }) =>
                kind !== 'missing' || path.length > 1 || !(String(path[0]) in memory.before),
            ),
          operate(call) {
            memory.before = Object(call.body) as Fields;
            return operate(call);
          },
        };
      },
      [askRates(), askWithout('delivery_type')],
    ),
  ),
  ...foundBy(
    ['requests/assumed-values', 'requests/missing-field'],
    fault(
      'same-party-not-validated-again',
      '4.2 rule 1',
      'once a sender in Austin was valid, no sender in Austin is validated again',
      ({ validate, operate }) => {
        const valid = new Set<unknown>();
        const city = (body: unknown) => valueAt(body, ['sender', 'city']);
        return {
          validate: (call) =>
            validate(call).filter(({ path }) => path[0] !== 'sender' || !valid.has(city(call.body))),
          operate(call) {
            valid.add(city(call.body));
            return operate(call);
          },
        };
      },
      [askRates(), askWithout('sender.zip_code')],
    ),
  ),
  ...foundBy(
    'http/json-content-type',
    fault(
      'content-type-stays-html',
      '4',
      'after an unknown path the next answer has the media type of an HTML page',
      withMemory(
        () => ({ isHtml: false }),
        (answer, call, memory) => {
          const { isHtml } = memory;
          memory.isHtml = answer.status === 404;
          return isHtml && answer.status === 200
            ? withHeaders({ 'Content-Type': 'text/html' })(answer, call)
            : answer;
        },
      ),
      [unknownPath, listCategories],
    ),
  ),
  ...foundBy(
    'requests/one-after-another',
    fault(
      'permission-of-key-before',
      '4.2',
      'after a limited key the next key has its permissions too',
      withMemory(
        () => ({ limited: false }),
        (answer, call, memory) => {
          const { limited } = memory;
          memory.limited = answer.status === 403;
          if (!limited || !rates(answer, call)) return answer;
          return restatus(403)(
            set({ status: false, data: [], errors: ['This key may only list categories'] })(answer, call),
            call,
          );
        },
      ),
      [forbiddenRates, askRates()],
    ),
  ),
];
