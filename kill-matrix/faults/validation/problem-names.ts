/** What a problem of a 400 says: it names the field or value (section 4.2 rule 1). */
import { withErrors } from '../../variations/changes.js';
import { askRates, askWithout, changed, placeOf, TWO_BOXES } from '../../variations/requests.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { variationsOf } from '../../variations/variation.js';

const fault = variationsOf('problem lists');
const NAMES = '4.2 rule 1';
const one = askWithout('sender.zip_code');
const secondBox = askWithout('box_dimension.1.height', TWO_BOXES);
const subject = (text: string) => text.split(' ')[0] ?? '';

export default [
  ...foundBy(
    ['errors/one-string-per-problem', 'errors/names-field'],
    fault(
      'problem-unnamed',
      NAMES,
      'a problem is "Validation failed", whatever it is',
      withErrors((texts) => texts.map(() => 'Validation failed')),
      one,
    ),
    fault(
      'problem-without-field',
      NAMES,
      'a problem says "is required" and not what',
      withErrors((texts) => texts.map((text) => text.replace(/^\S+ /, ''))),
      one,
    ),
    fault(
      'problem-names-other-party',
      NAMES,
      'problems of the receiver name the sender',
      withErrors((texts) => texts.map((text) => text.replace('receiver', 'sender'))),
      askWithout('receiver.city'),
    ),
    fault(
      'problem-is-key-of-translation',
      NAMES,
      'a problem is an untranslated key',
      withErrors((texts) => texts.map(() => 'validation.required')),
      one,
    ),
    fault(
      'problem-object-object',
      NAMES,
      'a problem is "[object Object]"',
      withErrors((texts) => texts.map(() => '[object Object]')),
      one,
    ),
  ),
  ...foundBy(
    'errors/names-field',
    fault(
      'problem-as-code',
      NAMES,
      'a problem is a code such as E1042',
      withErrors((texts) => texts.map((_, index) => `E${1042 + index}`)),
      one,
    ),
    fault(
      'problem-names-parent',
      NAMES,
      'a problem of sender.zip_code names sender only',
      withErrors((_, problems) => problems.map(({ path }) => `${String(path[0] ?? 'body')} is invalid`)),
      one,
    ),
    fault(
      'problem-names-first-box',
      NAMES,
      'problems of any box name the first',
      withErrors((texts) => texts.map((text) => text.replace(/^box_dimension\[\d+\]/, 'box_dimension[0]'))),
      secondBox,
    ),
    fault(
      'deep-problems-unnamed',
      NAMES,
      'problems of items are "Invalid item"',
      withErrors((texts, problems) =>
        texts.map((text, i) =>
          placeOf(problems[i]?.path ?? []).includes('items.*.') ? 'Invalid item' : text,
        ),
      ),
      askWithout('box_dimension.0.items.0.quantity'),
    ),
  ),
  ...foundBy(
    ['errors/no-blank-text', 'errors/names-field'],
    fault(
      'problem-is-empty-text',
      NAMES,
      'a problem is an empty text',
      withErrors((texts) => texts.map(() => '')),
      one,
    ),
  ),
  foundOnlyBy(
    'errors/names-field',
    fault(
      'weight-problem-unnamed',
      NAMES,
      'a weight of 0 is an "Invalid value"',
      withErrors((texts, problems) =>
        texts.map((text, i) => (problems[i]?.kind === 'value' ? 'Invalid value' : text)),
      ),
      askRates(changed('weight', 0)),
    ),
  ),
  ...foundBy(
    'errors/nothing-leaks',
    fault(
      'exception-instead-of-problem',
      NAMES,
      'a problem is the exception of the language',
      withErrors((texts) =>
        texts.map(
          (text) =>
            `java.lang.NullPointerException: Cannot invoke "String.length()" because "s" is null (Rates.java:${subject(text).length})`,
        ),
      ),
      one,
    ),
  ),
];
