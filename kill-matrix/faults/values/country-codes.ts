/** Country codes that are not of the two-letter form of section 2.4 and are let through. */
import type { Call, Problem } from '../../reference-server/stages.js';
import { overlook } from '../../variations/changes.js';
import { askWith, valueAt } from '../../variations/requests.js';
import { faultsOf, type NamedFault } from '../../variations/variation.js';

const write = faultsOf('forms of values', { section: '2.4' });
const isText = (value: unknown): value is string => typeof value === 'string';

/** A country code that is not of the two-letter form is let through. */
const country = ({
  party,
  form,
  value,
  ...row
}: NamedFault & { party: 'sender' | 'receiver' | 'any'; form: RegExp; value: string }) =>
  write({
    ...row,
    apply: overlook(({ kind, path }: Problem, { body }: Call) => {
      const code = valueAt(body, path);
      return (
        kind === 'value' &&
        path.at(-1) === 'country_code' &&
        (party === 'any' || path[0] === party) &&
        isText(code) &&
        form.test(code)
      );
    }),
    witness: askWith(`${party === 'any' ? 'sender' : party}.country_code`, value),
  });

export default [
  country({
    id: 'country-of-three-letters',
    title: 'country codes of three letters are accepted',
    foundBy: 'requests/invalid-value',
    party: 'any',
    form: /^[A-Z]{3}$/,
    value: 'USA',
  }),
  country({
    id: 'country-of-one-letter',
    title: 'a country code of one letter is accepted for the receiver',
    foundOnlyBy: 'requests/invalid-value',
    party: 'receiver',
    form: /^[A-Z]$/,
    value: 'U',
  }),
];
