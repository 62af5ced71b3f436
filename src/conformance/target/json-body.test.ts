import { describe, expect, it } from 'vitest';
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

describe('readJson, of more than is judged', () => {
  const values = (count: number) => `[${Array.from({ length: count - 1 }, () => '{}').join()}]`;

  it('counts values without parsing them', () => {
    expect(readJson(Buffer.from(values(100_000))).ok).toBe(true);
    expect(readJson(Buffer.from(values(100_001)))).toEqual({
      ok: false,
      problem: 'the body has more than 100,000 JSON values',
      notRead: true,
    });
  });

  it('measures depth without parsing it', () => {
    expect(readJson(Buffer.from('['.repeat(501)))).toMatchObject({
      problem: 'the body nests deeper than 500 levels',
      notRead: true,
    });
  });

  it('counts no commas and brackets in strings', () => {
    const text = JSON.stringify(['[,'.repeat(60_000), '\\"', {}, [], [[]], { a: 1, b: [1, 2] }]);
    expect(readJson(Buffer.from(text)).ok).toBe(true);
  });
});
