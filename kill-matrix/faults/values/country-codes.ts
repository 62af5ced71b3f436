/** Country codes that are not of the two-letter form of section 2.4 and are let through. */
import type { Call, Problem } from '../../reference-server/stages.js';
import { overlook } from '../../variations/changes.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askWith, valueAt } from '../../variations/requests.js';
import { variationsOf, type Variation } from '../../variations/variation.js';

const write = variationsOf('forms of values');
const isText = (value: unknown): value is string => typeof value === 'string';

/** A country code that is not of the two-letter form is let through. */
const country = (
  id: string,
  title: string,
  party: 'sender' | 'receiver' | 'any',
  form: RegExp,
  value: string,
): Variation =>
  write(
    id,
    '2.4',
    title,
    overlook(({ kind, path }: Problem, { body }: Call) => {
      const code = valueAt(body, path);
      return (
        kind === 'value' &&
        path.at(-1) === 'country_code' &&
        (party === 'any' || path[0] === party) &&
        isText(code) &&
        form.test(code)
      );
    }),
    askWith(`${party === 'any' ? 'sender' : party}.country_code`, value),
  );

export default [
  ...foundBy(
    'requests/invalid-value',
    country(
      'country-of-three-letters',
      'country codes of three letters are accepted',
      'any',
      /^[A-Z]{3}$/,
      'USA',
    ),
  ),
  foundOnlyBy(
    'requests/invalid-value',
    country(
      'country-of-one-letter',
      'a country code of one letter is accepted for the receiver',
      'receiver',
      /^[A-Z]$/,
      'U',
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    country('country-empty', 'an empty country code is accepted', 'any', /^$/, ''),
    country(
      'country-of-four-letters',
      'country codes are cut to two letters before they are checked',
      'sender',
      /^[A-Z]{4,}$/,
      'USAX',
    ),
  ),
  foundOnlyBy(
    'errors/one-string-per-problem',
    country(
      'country-by-name',
      'the name of a country is accepted for its code',
      'any',
      /^[A-Z][a-z]+( [A-Z][a-z]+)*$/,
      'United States',
    ),
  ),
  foundOnlyBy(
    'errors/one-string-per-problem',
    country(
      'country-with-subdivision',
      'a code with a subdivision is accepted for the receiver',
      'receiver',
      /^[A-Z]{2}-[A-Z]+$/,
      'US-TX',
    ),
  ),

  ...foundBy(
    'requests/invalid-value',
    country(
      'country-of-digits',
      'numeric country codes are accepted for the sender',
      'sender',
      /^\d{2,3}$/,
      '840',
    ),
    country(
      'country-with-digit',
      'a letter and a digit are accepted for a country of the receiver',
      'receiver',
      /^([A-Z]\d|\d[A-Z])$/,
      'U1',
    ),
    country(
      'country-of-non-ascii-letters',
      'letters of any alphabet are a country code of the receiver',
      'receiver',
      /^\p{L}{2}$/u,
      'ÜÖ',
    ),
  ),
  ...foundBy(
    'requests/invalid-value',
    country('country-of-spaces', 'two spaces are a country code', 'any', /^ {2}$/, '  '),
  ),
  ...foundBy(
    'requests/invalid-value',
    country('country-of-symbols', 'any two characters are a country code', 'any', /^[^A-Za-z0-9]{2}$/, '??'),
  ),
];
