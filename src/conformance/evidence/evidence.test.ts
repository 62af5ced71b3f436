import { describe, expect, it } from 'vitest';
import { printable } from '../printable.js';
import { curlOf } from './curl.js';

describe('evidence', () => {
  it('shows control characters as escapes', () => {
    expect(printable('a\u001b[2Jb\u0007\u202e\u200b\nc\td')).toBe(
      'a\\u{1b}[2Jb\\u{7}\\u{202e}\\u{200b}\nc\td',
    );
    expect(printable('abcdef', 3)).toBe('abc… (3 more characters)');
  });

  it('quotes a request as a curl command for any POSIX shell', () => {
    const request = {
      method: 'POST',
      path: '/',
      headers: { 'X-A': "it's", Empty: '' },
      body: Buffer.from('a\r\nb'),
    };
    expect(curlOf('http://h/a?b=1', request)).toBe(
      `printf 'a\\015\\012b' | curl -i -X POST 'http://h/a?b=1' -H 'X-A: it'\\''s' -H 'Empty;' -H Accept: -H User-Agent: --data-binary @-`,
    );
  });
});
