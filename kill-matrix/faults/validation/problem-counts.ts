/** How many strings a 400 lists for its problems: one for each (section 7 rule 2). */
import { withErrors } from '../../variations/changes.js';
import { askRates, askWithout, changed, TWO_BOXES } from '../../variations/requests.js';
import type { Problem } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('problem lists');
const ONE = '7 rule 2';
const one = askWithout('sender.zip_code');
const twoProblems = askRates(changed('weight', -1, changed('receiver.city', undefined)));
const bothParties = askRates(changed('sender.city', undefined, changed('receiver.city', undefined)));
const bothBoxes = askRates(
  changed('box_dimension.0.weight', 'x', changed('box_dimension.1.weight', 'x', TWO_BOXES)),
);
const unique = (texts: string[]) => [...new Set(texts)];
const parent = (problem?: Problem) => problem?.path.slice(0, -1).join('.');

export default [
  ...foundBy(
    ['errors/one-string-per-problem', 'errors/names-field'],
    fault(
      'first-problem-only',
      ONE,
      'only the first problem is listed',
      withErrors((texts) => texts.slice(0, 1)),
      twoProblems,
    ),
    fault(
      'last-problem-only',
      ONE,
      'only the last problem is listed',
      withErrors((texts) => texts.slice(-1)),
      twoProblems,
    ),
    fault(
      'problems-capped-at-three',
      ONE,
      'no more than three problems are listed',
      withErrors((texts) => texts.slice(0, 3)),
      askWithout('sender', changed('receiver', {})),
    ),
    fault(
      'same-problem-in-parties-once',
      ONE,
      'the same problem of sender and receiver is listed once',
      withErrors((_, problems) =>
        unique(problems.map(({ path }) => `${String(path.at(-1) ?? 'body')} is invalid`)),
      ),
      bothParties,
    ),
    fault(
      'types-after-presence',
      ONE,
      'wrong types are listed only once nothing is missing',
      ({ validate }) => ({
        validate: (call) => {
          const all = validate(call);
          const missing = all.filter(({ kind }) => kind === 'missing');
          return missing.length > 0 ? missing : all;
        },
      }),
      twoProblems,
    ),
    fault(
      'receiver-after-sender',
      ONE,
      'the receiver is checked only once the sender is valid',
      ({ validate }) => ({
        validate: (call) => {
          const all = validate(call);
          return all.some(({ path }) => path[0] === 'sender')
            ? all.filter(({ path }) => path[0] !== 'receiver')
            : all;
        },
      }),
      bothParties,
    ),
    fault(
      'boxes-until-first-invalid',
      ONE,
      'boxes are checked up to the first that is invalid',
      ({ validate }) => ({
        validate: (call) => {
          const all = validate(call);
          const first = all.find(({ path }) => path[0] === 'box_dimension')?.path[1];
          return all.filter(({ path }) => path[0] !== 'box_dimension' || path[1] === first);
        },
      }),
      bothBoxes,
    ),
    fault(
      'one-problem-per-object',
      ONE,
      'of several problems in one object only the first is listed',
      withErrors((texts, problems) =>
        texts.filter((_, i) => problems.findIndex((other) => parent(other) === parent(problems[i])) === i),
      ),
      askRates(changed('box_dimension.0.items.0', { quantity: '1' })),
    ),
  ),
  foundOnlyBy(
    'errors/one-string-per-problem',
    fault(
      'problems-joined',
      ONE,
      'all problems are one string',
      withErrors((texts) => [texts.join(', ')]),
      twoProblems,
    ),
  ),
  ...foundBy(
    'errors/one-string-per-problem',
    fault(
      'problems-joined-by-lines',
      ONE,
      'all problems are one string of several lines',
      withErrors((texts) => [texts.join('\n')]),
      twoProblems,
    ),
    fault(
      'problems-by-party-joined',
      ONE,
      'the problems of each top-level field are one string',
      withErrors((texts, problems) =>
        unique(problems.map(({ path }) => String(path[0] ?? 'body'))).map((top) =>
          texts.filter((text) => text.startsWith(top)).join('; '),
        ),
      ),
      askWithout('sender', changed('receiver', {})),
    ),
    fault(
      'problems-twice',
      ONE,
      'each problem is listed twice',
      withErrors((texts) => [...texts, ...texts]),
      one,
    ),
    fault(
      'problems-and-summary',
      ONE,
      'a summary such as "2 problems" is one more error',
      withErrors((texts) => [...texts, `${texts.length} problems`]),
      twoProblems,
    ),
    fault(
      'same-problem-in-boxes-once',
      ONE,
      'the same problem in two boxes is listed once',
      withErrors((texts) => unique(texts.map((text) => text.replace(/\[\d+\]/g, '')))),
      bothBoxes,
    ),
  ),
  ...foundBy(
    ['errors/nothing-leaks', 'errors/one-string-per-problem'],
    fault(
      'stack-trace-in-errors',
      ONE,
      'a stack trace follows the problem',
      withErrors((texts) => [
        ...texts,
        'at RateController.calculate (/srv/app/src/controllers/rates.js:88:13)',
        'at Layer.handle (/srv/app/node_modules/express/lib/router/layer.js:95:5)',
      ]),
      one,
    ),
  ),
  foundOnlyBy(
    'errors/nothing-leaks',
    fault(
      'sql-in-errors',
      ONE,
      'the SQL statement follows the problem',
      withErrors((texts) => [
        ...texts,
        "SQLSTATE[23000]: Integrity constraint violation: 1048 Column 'zip_code' cannot be null (SQL: insert into `shipments`)",
      ]),
      one,
    ),
  ),
];
