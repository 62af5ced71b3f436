/** Keys that are encoded, quoted, listed or made up, and are admitted (section 5 rules 1 and 3). */
import { DEFAULT_KEYS } from '../../reference-server/keys.js';
import type { Call } from '../../reference-server/stages.js';
import { foundBy, foundOnlyBy } from '../../variations/found-by.js';
import { askRates, listCategories, withKey } from '../../variations/requests.js';
import { variationsOf, type Step, type Variation } from '../../variations/variation.js';

const write = variationsOf('near misses of the key');
const { valid, expired } = DEFAULT_KEYS;
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

const base64 = (key: string) => Buffer.from(key, 'base64').toString('utf8');
export default [
  ...foundBy(
    'auth/altered-key',
    admits(
      'key-quoted',
      'double quotes around the key are taken off',
      (key, good) => key === `"${good}"`,
      `"${valid}"`,
    ),
    admits(
      'key-base64',
      'the key is admitted in base64 too',
      (key, good) => base64(key) === good,
      Buffer.from(valid).toString('base64'),
    ),
    admits(
      'key-hex',
      'the key is admitted in hexadecimal too',
      (key, good) => /^[0-9a-f]+$/i.test(key) && Buffer.from(key, 'hex').toString() === good,
      Buffer.from(valid).toString('hex'),
    ),
    admits(
      'key-first-of-list',
      'of a list of keys with commas the first counts',
      (key, good) => key.includes(',') && key.split(',')[0] === good,
      `${valid}, nobody`,
    ),
    admits(
      'key-last-of-list',
      'of a list of keys with commas the last counts',
      (key, good) => key.includes(',') && key.split(/,\s*/).at(-1) === good,
      `nobody, ${valid}`,
    ),
    admits(
      'key-before-colon',
      'what stands after a colon is a password',
      (key, good) => key.includes(':') && key.split(':')[0] === good,
      `${valid}:`,
    ),
    admits(
      'key-with-dashes-dropped',
      'dashes and underscores of the key are dropped',
      (key, good) => key !== good && key === good.replace(/[-_]/g, ''),
      valid.replace(/[-_]/g, ''),
    ),
    admits(
      'key-non-ascii-dropped',
      'characters that are not ASCII are dropped from the key',
      (key, good) => key !== good && key.replace(/[^\x20-\x7e]/g, '') === good,
      `${valid}é`,
    ),
  ),
  foundOnlyBy(
    'auth/altered-key',
    admits(
      'key-single-quoted',
      'single quotes around the key are taken off',
      (key, good) => key === `'${good}'`,
      `'${valid}'`,
      askRates(),
    ),
  ),
  foundOnlyBy(
    'auth/altered-key',
    admits(
      'key-reversed',
      'the key is admitted backwards too, as its digest sums its characters',
      (key, good) => key !== good && Array.from(key).sort().join('') === Array.from(good).sort().join(''),
      Array.from(valid).reverse().join(''),
    ),
  ),

  ...foundBy(
    'auth/altered-key',
    admits(
      'key-in-angle-brackets',
      'angle brackets around the key are taken off',
      (key, good) => key === `<${good}>`,
      `<${valid}>`,
    ),
    admits(
      'key-base64url',
      'the key is admitted in base64url without padding too',
      (key, good) => Buffer.from(key, 'base64url').toString() === good && !/[+/=]/.test(key),
      Buffer.from(valid).toString('base64url'),
    ),
    admits(
      'key-lower-cased',
      'keys are stored in lower case, and only that spelling is admitted beside the right one',
      (key, good) => key === good.toLowerCase(),
      valid.toLowerCase(),
    ),
    admits(
      'key-upper-cased-for-rates',
      'rates admit the key in capitals',
      (key, good, call) => call.operation === 'getShippingRates' && key === good.toUpperCase(),
      valid.toUpperCase(),
      askRates(),
    ),
    admits(
      'key-twice',
      'the key twice in a row is admitted',
      (key, good) => key === good + good,
      valid + valid,
    ),
    admits(
      'key-any-of-list',
      'one good key in a list with semicolons is enough',
      (key, good) => key.includes(';') && key.split(/;\s*/).includes(good),
      `a;${valid};b`,
    ),
    admits(
      'key-after-colon',
      'what stands before a colon is a user name',
      (key, good) => key.split(':')[1] === good,
      `user:${valid}`,
    ),
    admits(
      'key-before-hash',
      'what follows # is dropped',
      (key, good) => key.includes('#') && key.split('#')[0] === good,
      `${valid}#x`,
    ),
    admits(
      'key-before-dot',
      'what follows a dot is a signature that nobody checks',
      (key, good) => key.includes('.') && key.split('.')[0] === good,
      `${valid}.sig`,
    ),
    admits(
      'key-bearer-twice',
      'a second word Bearer is taken off',
      (key, good) => key === `Bearer ${good}`,
      `Bearer ${valid}`,
    ),
  ),
  foundOnlyBy(
    'auth/expired-key',
    admits(
      'key-expired-with-suffix',
      'only the exact text of the expired key is known as expired: with a suffix it is admitted',
      (key) => key.startsWith(expired) && key !== expired,
      `${expired}x`,
    ),
  ),
  ...foundBy(
    'auth/unknown-key',
    admits(
      'key-unsigned-token',
      'a JSON web token of the algorithm none is admitted',
      (key) => /^eyJ[\w-]*\.[\w-]*\.$/.test(key) && base64(key.split('.')[0] ?? '').includes('"none"'),
      `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${Buffer.from('{"sub":"admin"}').toString('base64url')}.`,
    ),
    admits(
      'key-very-long',
      'a key over 4,000 characters is cut to nothing, and nothing is admitted',
      (key) => key.length > 4000,
      'k'.repeat(4100),
    ),
  ),
  foundOnlyBy(
    'auth/unknown-key',
    admits(
      'key-placeholder',
      'the placeholder <API_KEY> of the documentation is admitted',
      (key) => key === '<API_KEY>' || key === 'API_KEY',
      '<API_KEY>',
    ),
  ),

  ...foundBy(
    'auth/unknown-key',
    admits('key-undefined', 'the key "undefined" is admitted', (key) => key === 'undefined', 'undefined'),
    admits('key-true', 'the key "true" is admitted', (key) => key === 'true', 'true'),
    admits(
      'key-zero',
      'the key 0 equals a missing hash in a loose comparison',
      (key) => /^0+(e\d+)?$/.test(key),
      '0',
    ),
  ),
];
