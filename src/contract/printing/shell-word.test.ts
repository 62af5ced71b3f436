import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { printfFormat, shellWord } from './shell-word.js';
import { anyCharacter } from '../../testing/properties/any-character.js';

/** Runs scripts and returns the output of each, run by one shell. */
function runBySh(scripts: readonly string[]): string[] {
  const script = scripts.map((one) => `${one}; printf '\\0'`).join('\n');
  const env = { LC_ALL: 'C.UTF-8', PATH: process.env.PATH };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

describe('shellWord', () => {
  it.each([
    ["it's", String.raw`'it'\''s'`],
    ['plain-word_1.2/3', 'plain-word_1.2/3'],
    ['', "''"],
    ['two\nlines', "'two\nlines'"],
    ["\u001b]0;100%\u0007'\n", `"$(printf '${String.raw`\033]0;100%%\007'\''`}')"'\n'`],
    ['-\u202e', String.raw`"$(printf '\055\342\200\256')"`],
  ])('writes %j as one word', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });

  it('is read back by sh as the text that it was, and contains nothing that a terminal obeys', () => {
    const hostile = fc.constantFrom(
      "'",
      '"',
      '`',
      '$(',
      ')',
      '\\',
      '%',
      '\n',
      '-',
      '; touch x;',
      '\u001b',
      '\t',
      '\u202e',
    );
    const texts = fc
      .sample(
        fc.array(fc.oneof(hostile, fc.string({ unit: anyCharacter, maxLength: 4 })), { maxLength: 8 }),
        {
          numRuns: 300,
          seed: 1,
        },
      )
      .map((parts) => parts.join('').replaceAll('\0', ''));
    const words = texts.map(shellWord);
    expect(words.filter((word) => /[^\P{Cc}\n]|\p{Bidi_Control}/u.test(word))).toEqual([]);
    expect(runBySh(words.map((word) => `printf %s ${word}`))).toEqual(texts);
  });
});

describe('printfFormat', () => {
  it('makes printf write any bytes', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const script = `printf ${printfFormat(bytes)} | od -An -v -tx1`;
    expect(runBySh([script]).join('').replace(/\s/g, '')).toBe(bytes.toString('hex'));
  });
});
