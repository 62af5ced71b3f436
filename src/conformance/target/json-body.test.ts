import { describe, expect, it } from '@jest/globals';
import { readJson } from './json-body.js';

describe('readJson', () => {
  it.each<[string, Buffer, RegExp]>([
    ['empty', Buffer.alloc(0), /empty/],
    ['with a byte order mark', Buffer.from('\ufeff{}'), /byte order mark/],
    ['in Latin-1', Buffer.from([0x22, 0xe9, 0x22]), /not valid UTF-8/],
    ['with more after the JSON', Buffer.from('{}{}'), /not JSON/],
    ['with NaN', Buffer.from('{"a":NaN}'), /not JSON/],
    ['nested too deeply', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), /deeper than 500/],
  ])('rejects a body that is %s', (_, bytes, problem) => {
    const json = readJson(bytes);
    expect(json.ok ? '' : json.problem).toMatch(problem);
  });

  it('does not count brackets inside strings as nesting', () => {
    expect(readJson(Buffer.from(`"${'['.repeat(1000)}"`))).toEqual({ ok: true, value: '['.repeat(1000) });
  });
});
