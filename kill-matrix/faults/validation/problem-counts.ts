/** The number of strings that a 400 lists for its problems: one for each (section 7 rule 2). */
import { all, joinErrors, on, served, status, withErrors } from '../../variations/changes.js';
import { askRates, askWithout, changed } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('problem lists');
const ONE = '7 rule 2';
const one = askWithout('sender.zip_code');
const twoProblems = askRates(changed('weight', -1, changed('receiver.city', undefined)));

export default [
  fault({
    id: 'problems-joined',
    section: ONE,
    title: 'all problems of a shipment are one string',
    foundOnlyBy: 'errors/one-string-per-problem',
    apply: on(all(status(400), served('getShippingRates')), joinErrors),
    witness: twoProblems,
  }),
  fault({
    id: 'stack-trace-in-errors',
    section: ONE,
    title: 'a stack trace follows the problem',
    foundBy: ['errors/nothing-leaks', 'errors/one-string-per-problem'],
    apply: withErrors((texts) => [
      ...texts,
      'at RateController.calculate (/srv/app/src/controllers/rates.js:88:13)',
      'at Layer.handle (/srv/app/node_modules/express/lib/router/layer.js:95:5)',
    ]),
    witness: one,
  }),
  fault({
    id: 'sql-in-errors',
    section: ONE,
    title: 'the SQL statement follows the problem',
    foundOnlyBy: 'errors/nothing-leaks',
    apply: withErrors((texts) => [
      ...texts,
      "SQLSTATE[23000]: Integrity constraint violation: 1048 Column 'zip_code' cannot be null (SQL: insert into `shipments`)",
    ]),
    witness: one,
  }),
];
