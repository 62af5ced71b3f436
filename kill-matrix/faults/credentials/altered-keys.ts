/** Keys that are almost the right one and are admitted: cut, changed, used as a pattern (section 5 rules 1 and 3). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Call } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('near misses of the key');
const { valid } = DEFAULT_KEYS;
const header = (call: Call) => String(call.headers.authorization ?? '');
const bearer = (text: string) => `Bearer ${text}`;
/** What follows the scheme. */
const keyOf = (call: Call) => header(call).replace(/^Bearer /, '');

/** Admits keys that pass the test. */
const admits = (
  id: string,
  title: string,
  test: (key: string, good: string, call: Call) => boolean,
  sent: string,
  step: Step = listCategories,
): Variation =>
  write(
    id,
    '5 rule 3',
    title,
    ({ authenticate }, { keys }) => ({
      authenticate: (call) =>
        header(call).startsWith('Bearer ') && test(keyOf(call), keys.valid, call)
          ? undefined
          : authenticate(call),
    }),
    withKey(bearer(sent), step),
  );

const distance = (a: string, b: string) =>
  a.length === b.length ? Array.from(a).filter((sign, index) => sign !== b[index]).length : Infinity;

export default [
  ...foundBy(
    'auth/altered-key',
    admits(
      'key-without-last-character',
      'the key is compared without its last character',
      (key, good) => key === good.slice(0, -1),
      valid.slice(0, -1),
    ),
    admits(
      'key-without-first-character',
      'the key is compared without its first character',
      (key, good) => key === good.slice(1),
      valid.slice(1),
    ),
    admits(
      'key-last-character-any',
      'the last character of the key may be any',
      (key, good) => key.length === good.length && key.slice(0, -1) === good.slice(0, -1),
      `${valid.slice(0, -1)}Z`,
    ),
    admits(
      'key-first-character-any',
      'the first character of the key may be any',
      (key, good) => key.slice(1) === good.slice(1),
      `Z${valid.slice(1)}`,
    ),
    admits(
      'key-one-typo',
      'a key with one wrong character is admitted',
      (key, good) => distance(key, good) === 1,
      valid.replace(/.(?=.{5}$)/, '#'),
    ),
    admits(
      'key-prefix-of-eight',
      'keys are found by their first eight characters',
      (key, good) => key.slice(0, 8) === good.slice(0, 8),
      `${valid.slice(0, 8)}-something-else`,
    ),
    admits(
      'key-last-four',
      'keys are found by their last four characters',
      (key, good) => key.slice(-4) === good.slice(-4) && key !== good,
      `x${valid.slice(-4)}`,
      askRates(),
    ),
    admits(
      'key-any-prefix',
      'any beginning of the key is admitted, as startsWith is asked the wrong way round',
      (key, good) => good.startsWith(key) && key !== '',
      valid.slice(0, 3),
    ),
    admits(
      'key-any-part',
      'any part of the key is admitted, as includes is asked the wrong way round',
      (key, good) => key.length > 2 && good.includes(key),
      valid.slice(4, 9),
    ),
  ),
  foundOnlyBy(
    'auth/altered-key',
    admits(
      'key-second-half-any',
      'only the first half of the key and its length are compared',
      (key, good) => key.length === good.length && key.startsWith(good.slice(0, good.length / 2)),
      valid.slice(0, 8) + 'z'.repeat(valid.length - 8),
    ),
  ),

  ...foundBy(
    'auth/unknown-key',
    admits(
      'key-sql-injected',
      'the key that is sent becomes part of the SQL',
      (key) => /' or .*=/i.test(key),
      "' OR '1'='1",
    ),
  ),
  ...foundBy(
    'auth/unknown-key',
    admits(
      'key-as-sql-pattern',
      'the key that is sent is used with LIKE: % is admitted',
      (key) => /^%+$/.test(key),
      '%',
    ),
  ),
  ...foundBy(
    'auth/unknown-key',
    admits(
      'key-as-glob',
      'the key that is sent is used as a glob: * is admitted',
      (key) => key === '*',
      '*',
      askRates(),
    ),
  ),
];
