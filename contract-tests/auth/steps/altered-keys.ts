import { unknownKey } from '../../../src/conformance/cases/credentials/credential.js';
import type { Level } from '../../../src/conformance/level.js';

/** A key that is almost a valid one. */
export interface AlteredKey {
  readonly detail: string;
  readonly title: string;
  readonly key: string;
  /** Weaker than the rule, where a lenient server may read it as the valid key on purpose. */
  readonly level?: Level;
}

/** Keys with another end: where one of them is accepted, keys carry a name that the client chooses. */
export const otherNames: ReadonlySet<string> = new Set(['other-end', 'other-name']);

/** A longer one, which is accepted as well where the client chooses the name. */
export const longerEnd = 'other-end-longer';

/** Keys that are of the form of another valid one where keys carry names. */
export const maybeNames: ReadonlySet<string> = new Set([
  ...['cut', 'last-cut', 'last-two-cut', 'last-changed', 'middle-changed', 'any-character'],
  ...['dot', 'repeated'],
]);

/** Those that tell how a key is compared; how it is read off its header, operations seldom do each for itself. */
export const onOrders: ReadonlySet<string> = new Set([
  ...['cut', 'other-end', longerEnd, 'other-name', 'last-cut', 'last-two-cut', 'first-cut', 'second-half'],
  ...['wildcard', 'suffix', 'prefix', 'case', 'first-changed', 'last-changed'],
]);

/** Those that tell how a key is written, of which each is tried on one operation of the two. */
export const ofOneOperation: ReadonlySet<string> = new Set([
  ...['percent', 'percent-first', 'base64', 'hex', 'accent', 'full-width', 'angles', 'padding', 'quoted'],
  ...['single-quoted', 'null-character', 'hash', 'user', 'colon'],
]);

/** Makes keys that careless servers take for a valid one: each end cut, other characters, lists, quotes, encodings. */
export function alteredKeys(key: string): AlteredKey[] {
  const all = [...cut(key), ...extended(key), ...rewritten(key), ...encoded(key), ...notAscii(key)];
  return all.filter(
    (altered, index) =>
      altered.key !== key &&
      altered.key.length >= 3 &&
      all.findIndex((other) => other.key === altered.key) === index,
  );
}

function cut(key: string): AlteredKey[] {
  const half = Math.ceil(key.length / 2);
  const beginning = key.slice(0, half);
  return [
    { detail: 'cut', title: 'with the first half of the valid key', key: beginning },
    {
      detail: 'other-end',
      title: 'with another second half of the valid key',
      key: beginning + unknownKey(key.slice(half)),
    },
    {
      detail: longerEnd,
      title: 'with another and longer second half of the valid key',
      key: `${beginning}${unknownKey(key.slice(half))}x7`,
    },
    {
      detail: 'other-name',
      title: 'with another last word of the valid key',
      key: key.replace(/[A-Za-z0-9]+[^A-Za-z0-9]*$/, unknownKey),
    },
    { detail: 'last-cut', title: 'without the last character of the valid key', key: key.slice(0, -1) },
    {
      detail: 'last-two-cut',
      title: 'without the last two characters of the valid key',
      key: key.slice(0, -2),
    },
    { detail: 'first-cut', title: 'without the first character of the valid key', key: key.slice(1) },
    { detail: 'second-half', title: 'with the second half of the valid key', key: key.slice(half) },
    { detail: 'wildcard', title: 'with % for the end of the valid key', key: `${key.slice(0, -3)}%` },
    { detail: 'pattern', title: 'with .* for the end of the valid key', key: `${key.slice(0, -3)}.*` },
  ];
}

function extended(key: string): AlteredKey[] {
  const altered: [detail: string, title: string, key: string][] = [
    // Few naming schemes of keys, if any, allow a plus sign.
    ['suffix', 'with the valid key and a suffix', `${key}+x`],
    ['prefix', 'with a character before the valid key', `x${key}`],
    ['twice', 'with the valid key twice', `${key}${key}+`],
    ['list', 'with the valid key last in a list', `x,${key}`],
    ['list-first', 'with the valid key first in a list', `${key},x`],
    ['second-credentials', 'with the valid key in second credentials', `x, Bearer ${key}`],
    ['repeated', 'with the valid key two times', `${key}${key}`],
    ['any-of-list', 'with the valid key in a list with semicolons', `x;${key}`],
    ['colon', 'with the valid key and a password', `${key}:x`],
    ['user', 'with a user and the valid key', `x:${key}`],
    ['hash', 'with # and a word after the valid key', `${key}#x`],
    ['dot', 'with a dot and a word after the valid key', `${key}.x`],
    ['bearer', 'with the word Bearer twice', `Bearer ${key}`],
    ['angles', 'with the valid key in angle brackets', `<${key}>`],
    ['padding', 'with the valid key and an equals sign', `${key}=`],
    ['quoted', 'with the valid key in quotes', `"${key}"`],
    ['single-quoted', 'with the valid key in single quotes', `'${key}'`],
    ['null-character', 'with an encoded null character after the valid key', `${key}%00`],
  ];
  return [
    ...altered.map(([detail, title, text]) => ({ detail, title, key: text })),
    // Servers that take the second word of the header for the key are lenient, not open.
    {
      detail: 'second-word',
      title: 'with the valid key and a second word',
      key: `${key} x`,
      level: 'SHOULD',
    },
  ];
}

function rewritten(key: string): AlteredKey[] {
  const other = unknownKey(key);
  const replaced = (at: number, character = other.charAt(at)): string =>
    key.slice(0, at) + character + key.slice(at + 1);
  const places = Array.from(key, (_, at) => at).filter((at) => /[A-Za-z0-9]/.test(key.charAt(at)));
  const middle = places[Math.floor(places.length / 2)] ?? 0;
  return [
    { detail: 'case', title: 'with the valid key in the other case', key: otherCase(key) },
    { detail: 'capitals', title: 'with the valid key in capitals', key: key.toUpperCase() },
    { detail: 'small', title: 'with the valid key in small letters', key: key.toLowerCase() },
    {
      detail: 'reversed',
      title: 'with the valid key from its end to its beginning',
      key: Array.from(key).reverse().join(''),
    },
    {
      detail: 'no-punctuation',
      title: 'with the letters and digits of the valid key',
      key: key.replace(/[^A-Za-z0-9]/g, ''),
    },
    {
      detail: 'first-changed',
      title: 'with another first character of the valid key',
      key: replaced(places[0] ?? 0, 'x'),
    },
    {
      detail: 'middle-changed',
      title: 'with another character in the middle of the valid key',
      key: replaced(middle, key.charAt(middle) === '0' ? '1' : '0'),
    },
    {
      detail: 'any-character',
      title: 'with a dot for a character of the valid key',
      key: replaced(middle, '.'),
    },
    {
      detail: 'last-changed',
      title: 'with another last character of the valid key',
      key: replaced(key.length - 1, key.endsWith('0') ? '1' : '0'),
    },
  ];
}

function encoded(key: string): AlteredKey[] {
  const bytes = Buffer.from(key);
  const percent = (part: Buffer): string =>
    Array.from(part, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const altered: [detail: string, title: string, key: string][] = [
    ['percent', 'with the valid key percent-encoded', percent(bytes)],
    [
      'percent-first',
      'with the first character of the valid key percent-encoded',
      percent(bytes.subarray(0, 1)) + key.slice(1),
    ],
    ['base64', 'with the valid key in Base64', bytes.toString('base64')],
    ['hex', 'with the valid key in hexadecimal digits', bytes.toString('hex')],
  ];
  return altered.map(([detail, title, text]) => ({ detail, title, key: text }));
}

/** Bytes outside ASCII, as UTF-8, which some servers drop or fold. */
function notAscii(key: string): AlteredKey[] {
  const altered: [detail: string, title: string, key: string][] = [
    ['accent', 'with a letter with an accent after the valid key', `${key}é`],
    ['full-width', 'with the valid key in full-width characters', fullWidth(key)],
  ];
  // Header values are bytes.
  return altered.map(([detail, title, text]) => ({
    detail,
    title,
    key: Buffer.from(text).toString('latin1'),
  }));
}

function fullWidth(key: string): string {
  return key.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
