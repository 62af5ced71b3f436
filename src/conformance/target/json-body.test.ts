import { describe, expect, it } from '@jest/globals';
import { readJson } from './json-body.js';
import { printable } from '../printable.js';
import { Redactor } from '../evidence/redactor.js';
import { curlOf } from '../evidence/curl.js';

describe('a body as JSON', () => {
  it.each<[string, Buffer, RegExp]>([
    ['empty', Buffer.alloc(0), /empty/],
    ['behind a byte order mark', Buffer.from('\ufeff{}'), /byte order mark/],
    ['in another encoding', Buffer.from([0x22, 0xe9, 0x22]), /not valid UTF-8/],
    ['with more behind it', Buffer.from('{}{}'), /not JSON/],
    ['with NaN', Buffer.from('{"a":NaN}'), /not JSON/],
    ['too deep', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), /deeper than 500/],
  ])('is refused: %s', (_, bytes, problem) => {
    const json = readJson(bytes);
    expect(json.ok ? '' : json.problem).toMatch(problem);
  });

  it('is read otherwise, brackets in strings aside', () => {
    expect(readJson(Buffer.from(`"${'['.repeat(1000)}"`))).toEqual({ ok: true, value: '['.repeat(1000) });
  });
});

describe('what is shown', () => {
  it('obeys no terminal', () => {
    expect(printable('a\u001b[2Jb\u0007\u202e\u200b\nc\td')).toBe(
      'a\\u{1b}[2Jb\\u{7}\\u{202e}\\u{200b}\nc\td',
    );
    expect(printable('abcdef', 3)).toBe('abc… (3 more characters)');
  });

  it('holds no key, in whatever case or cut', () => {
    const redactor = new Redactor(['Sesame-open-2026', undefined]);
    for (const text of ['Bearer Sesame-open-2026', 'sESAME-OPEN-2026', 'Sesame-open-202'])
      expect(redactor.text(text)).not.toMatch(/open/i);
    expect(redactor.text('Bearer Sesame-open-2026!')).toBe('Bearer Sesam***!');
  });

  it('is a command that a shell takes', () => {
    const request = {
      method: 'POST',
      path: '/',
      headers: { 'X-A': "it's", Empty: '' },
      body: Buffer.from('a\r\nb'),
    };
    expect(curlOf('http://h/a?b=1', request)).toBe(
      `curl -i -X POST 'http://h/a?b=1' -H 'X-A: it'\\''s' -H 'Empty;' --data-binary $'a\\x0d\\x0ab'`,
    );
  });
});
