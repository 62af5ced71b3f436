import { describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import { Redactor } from './redactor.js';
import { SecretSearch } from '../../kill-matrix/secrets/secret-search.js';
import { spellings } from './testing/spellings.js';

const key = 'Qz7_Sesame/open+2026~Wx';
const redactor = new Redactor([key]);

const isCase = (name: string) => /capitals|lower case/.test(name);

describe('a redacted text', () => {
  it.each(Object.entries(spellings))('does not contain a secret that was written %s', (_, spell) => {
    const search = new SecretSearch({ key });
    const text = `{"a":"${spell(key)}","b":${JSON.stringify(spell(key))}}`;
    expect(search.in('the text', text)).not.toEqual([]);
    expect(search.in('the redacted text', redactor.text(text))).toEqual([]);
    expect(search.in('the redacted bytes', redactor.bytes(Buffer.from(text)))).toEqual([]);
  });

  it('does not have a piece of its base64, wherever that was cut and whatever the case of the secret', () => {
    const changed = key.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const spelled of [key, changed, key.toUpperCase()].map((text) => btoa(text)))
      // Twelve characters have at least eight bytes in them, wherever they begin.
      for (let from = 0; from + 12 <= spelled.length; from += 1) {
        const piece = spelled.slice(from, from + 12);
        expect(redactor.text(piece)).not.toBe(piece);
      }
  });

  it('has of any secret in any combination of spellings at most its first four characters', () => {
    // Base64 in another case can't be read any more, so the case changes first.
    const names = fc
      .array(fc.constantFrom(...Object.keys(spellings).filter((name) => !name.includes('64, in cap'))), {
        minLength: 1,
        maxLength: 3,
      })
      .map((all) => all.toSorted((a, b) => Number(isCase(b)) - Number(isCase(a))));
    // Without asterisks: those that hide a secret can't be told from its own.
    const secrets = fc.stringMatching(/^[!-)+-~]{16,60}$/);
    const around = fc.stringMatching(/^[ -~]{0,30}$/);
    fc.assert(
      fc.property(secrets, names, around, around, fc.nat(), (secret, steps, before, behind, cut) => {
        const search = new SecretSearch({ secret });
        fc.pre(search.in('', before + behind).length === 0);
        const spelled = steps.reduce((text, name) => spellings[name]?.(text) ?? '', `${before} ${secret}`);
        const text = `${spelled} ${behind}`;
        const shown = new Redactor([secret]).text(text, cut % (text.length + 1));
        expect(search.in('', shown)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['a string of JSON in JSON', JSON.stringify({ body: '{"courier":"Union Post","rate":"a/b"}' })],
    ['an address', 'courier=Union%20Post&next=%2Frates%3Fto%3DUS'],
    ['escapes of JSON', String.raw`{"courier":"Union Post","city":"N\u00fcrnberg","mark":"\\u0041"}`],
    ['markup', '<p>Union Post &amp; Sons, &#36;12.50</p>'],
  ])('is known to show a part of %s without a look at all of it', (_, text) => {
    const start = text.indexOf('Post');
    expect(redactor.shownParts(Buffer.from(text))(start, start + 4)).toBe(true);
    for (const spell of ['in JSON, each character', 'in a URL', 'in base64'].map((name) => spellings[name]))
      expect(redactor.shownParts(Buffer.from(`${text}${spell?.(key)}`))(start, text.length + 9)).toBe(false);
  });

  it('keeps everything else', () => {
    expect(redactor.text(`Bearer ${key}!`)).toBe('Bearer Qz7_***!');
    expect(redactor.text(`Basic ${btoa(`${key}:`)}, {"a":1}`)).toBe('Basic ***6, {"a":1}');
    expect(redactor.text('https://h/a?b=%2F&c=\\u0041&#65;')).toBe('https://h/a?b=%2F&c=\\u0041&#65;');
    const bytes = Buffer.from(`{"key":"${key}"}`);
    expect(Buffer.from(redactor.bytes(bytes)).toString()).toBe(`{"key":"Qz7_${'*'.repeat(key.length - 4)}"}`);
    const others = Buffer.from('nothing here');
    expect(redactor.bytes(others)).toBe(others);
    expect(new Redactor([]).text('anything', 3)).toBe('any');
  });

  it('has no part of a secret that was truncated, altered or split', () => {
    const shown = ['Qz7_Se…', `Qz7_Sesam" and more`, `x${key.slice(3, 12)}y`, `${key}${key}`, `x,${key}`];
    expect(shown.map((text) => redactor.text(text))).toEqual([
      'Qz7_***…',
      'Qz7_***" and more',
      'x***y',
      'Qz7_***Qz7_***',
      'x,Qz7_***',
    ]);
    expect(redactor.text(`${'-'.repeat(10)}${key}`, 18)).toBe('----------Qz7_***');
  });

  it('has short secrets only as parts of words', () => {
    const short = new Redactor(['abc1', 'p%ss']);
    expect(short.text('abc1 xabc1 abc12 "ABC1" p%25ss YWJjMQ==')).toBe('a*** xabc1 abc12 "A***" *** ***==');
    expect(new Redactor(['abc', '']).text('abc')).toBe('abc');
  });

  it('keeps what is public', () => {
    const published = new Redactor(['application/json', 'requests-4f9a8b7c'], (text) =>
      'application/json requests'.includes(text),
    );
    expect(published.text('application/json requests/x requests-4f9a8b7c')).toBe(
      'application/json requests/x requ***',
    );
  });
});

it('a long text without a secret is left as it is, whatever it can be decoded as', () => {
  const texts = ['a', 'QUFB', '%41', '\\u0041', '&#65;', '64 ', '\\', '&', ' '].map((part) =>
    part.repeat(10_000),
  );
  for (const text of texts) expect(redactor.text(text) === text).toBe(true);
});

it.each(['k', 'ab', 'Qz7_'])(
  'a secret and a text of repetitions of %s are compared in a single pass',
  (part) => {
    const secret = part.repeat(4000);
    expect(new Redactor([secret]).text(part.repeat(60_000))).toBe(`${secret.slice(0, 4)}***`);
    expect(new Redactor([`${secret}X${secret}`]).text(`${secret}X!`)).toBe(`${secret.slice(0, 4)}***!`);
  },
);
