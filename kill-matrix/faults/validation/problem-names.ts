/** The words of a problem in a 400: it names the field or value (section 4.2 rule 1). */
import { withErrors } from '../../variations/changes.js';
import { askRates, askWithout, changed } from '../../variations/requests.js';
import { faultsOf } from '../../variations/variation.js';

const fault = faultsOf('problem lists');
const NAMES = '4.2 rule 1';
const one = askWithout('sender.zip_code');
const subject = (text: string) => text.split(' ')[0] ?? '';

export default [
  fault({
    id: 'problem-object-object',
    section: NAMES,
    title: 'a problem is "[object Object]"',
    foundBy: ['errors/one-string-per-problem', 'errors/names-field'],
    apply: withErrors((texts) => texts.map(() => '[object Object]')),
    witness: one,
  }),
  fault({
    id: 'weight-problem-unnamed',
    section: NAMES,
    title: 'a weight of 0 is an "Invalid value"',
    foundOnlyBy: 'errors/names-field',
    apply: withErrors((texts, problems) =>
      texts.map((text, i) => (problems[i]?.kind === 'value' ? 'Invalid value' : text)),
    ),
    witness: askRates(changed('weight', 0)),
  }),
  fault({
    id: 'exception-instead-of-problem',
    section: NAMES,
    title: 'a problem is the exception of the language',
    foundBy: 'errors/nothing-leaks',
    apply: withErrors((texts) =>
      texts.map(
        (text) =>
          `java.lang.NullPointerException: Cannot invoke "String.length()" because "s" is null (Rates.java:${subject(text).length})`,
      ),
    ),
    witness: one,
  }),
];
