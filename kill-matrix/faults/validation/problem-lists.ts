/** The strings that a 400 lists: one for each problem, each naming the field or value (section 4.2 rule 1, 7 rule 2). */
import { all, joinErrors, on, served, status } from '../../variations/changes.js';
import { askRates, changed } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const ONE = '7 rule 2';
const twoProblems = askRates(changed('weight', -1, changed('receiver.city', undefined)));
const NAMES = '4.2 rule 1';
const subject = (text: string) => text.split(' ')[0] ?? '';

export default faultsOf('problem lists', { section: ONE })({
  'problems-joined': {
    title: 'all problems of a shipment are one string',
    foundOnlyBy: 'errors/one-string-per-problem',
    apply: on(all(status(400), served('getShippingRates')), joinErrors),
    witness: twoProblems,
  },
  'stack-trace-in-errors': {
    title: 'a stack trace follows the problem',
    foundBy: ['errors/nothing-leaks', 'errors/one-string-per-problem'],
    errors: (texts) => [
      ...texts,
      'at RateController.calculate (/srv/app/src/controllers/rates.js:88:13)',
      'at Layer.handle (/srv/app/node_modules/express/lib/router/layer.js:95:5)',
    ],
  },
  'sql-in-errors': {
    title: 'the SQL statement follows the problem',
    foundOnlyBy: 'errors/nothing-leaks',
    errors: (texts) => [
      ...texts,
      "SQLSTATE[23000]: Integrity constraint violation: 1048 Column 'zip_code' cannot be null (SQL: insert into `shipments`)",
    ],
  },
  'problem-object-object': {
    section: NAMES,
    title: 'a problem is "[object Object]"',
    foundBy: ['errors/one-string-per-problem', 'errors/names-field'],
    errors: (texts) => texts.map(() => '[object Object]'),
  },
  'weight-problem-unnamed': {
    section: NAMES,
    title: 'a weight of 0 is an "Invalid value"',
    foundOnlyBy: 'errors/names-field',
    errors: (texts, problems) =>
      texts.map((text, i) => (problems[i]?.kind === 'value' ? 'Invalid value' : text)),
    witness: askRates(changed('weight', 0)),
  },
  'exception-instead-of-problem': {
    section: NAMES,
    title: 'a problem is the exception of the language',
    foundBy: 'errors/nothing-leaks',
    errors: (texts) =>
      texts.map(
        (text) =>
          `java.lang.NullPointerException: Cannot invoke "String.length()" because "s" is null (Rates.java:${subject(text).length})`,
      ),
  },
});
