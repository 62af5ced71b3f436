import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { curlCommand, shellWord } from './shell-quote.js';

/** What bash makes of a word. */
const readByBash = (word: string): string =>
  execFileSync('bash', ['-c', `printf %s ${word}`], {
    encoding: 'utf8',
    env: { LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

describe('a word for the shell', () => {
  it.each([
    ["it's", String.raw`'it'\''s'`],
    ['plain-word_1.2/3', 'plain-word_1.2/3'],
    ['', "''"],
    ['two\nlines', "'two\nlines'"],
    ["\u001b]0;x\u0007'", String.raw`$'\x1b]0;x\x07\''`],
  ])('of %j', (text, word) => {
    expect(shellWord(text)).toBe(word);
  });

  it('is read back as the text that it was, and holds nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        fc.pre(!text.includes('\0'));
        const word = shellWord(text);
        expect(word).not.toMatch(/[^\P{Cc}\n]/u);
        expect(readByBash(word)).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a curl command', () => {
  it('says what is not usual and nothing else', () => {
    expect(curlCommand({ method: 'GET', url: 'http://mock/a', headers: [], body: undefined })).toBe(
      'curl http://mock/a',
    );
    expect(
      curlCommand({
        method: 'POST',
        url: 'http://mock/a?b=c&d',
        headers: [['X-A', 'b c']],
        body: '{"a": 1}',
      }),
    ).toBe(`curl -X POST 'http://mock/a?b=c&d' \\\n  -H 'X-A: b c' \\\n  --data-binary '{"a": 1}'`);
  });
});
