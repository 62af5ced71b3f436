import { describe, expect, it } from '@jest/globals';
import { hex32, KeyedHash } from './keyed-hash.js';

/** The reference vectors (vectors_hsip64) use the key 00 01 .. 07 and the message 00 01 02 .. of each length. */
const keyed = (): KeyedHash => new KeyedHash(0x03020100, 0x07060504);
const littleEndian = (hex: string): string =>
  (hex.match(/.{8}/g) ?? []).map((word) => (word.match(/../g) ?? []).reverse().join('')).join('');

describe('KeyedHash', () => {
  it('is HalfSipHash-2-4: it gives the reference vectors of 0, 4 and 8 bytes', () => {
    expect(littleEndian(keyed().hex())).toBe('218d1f59b9b83cc8');
    expect(littleEndian(keyed().word(0x03020100).hex())).toBe('d5e78a175be52ea1');
    expect(littleEndian(keyed().word(0x03020100).word(0x07060504).hex())).toBe('edfee820bce4858c');
  });

  it('hashes a text as its length and then pairs of letters', () => {
    for (const text of ['', 'a', 'ab', 'abc', 'Größe 😀', 'x'.repeat(301)]) {
      const byWords = keyed().word(text.length);
      for (let at = 0; at < text.length; at += 2)
        byWords.word(text.charCodeAt(at) | ((text.charCodeAt(at + 1) || 0) << 16));
      expect(keyed().text(text).hex()).toBe(byWords.hex());
    }
  });

  it('differs for texts that join to the same letters, for nearly equal numbers, and for keys', () => {
    const hashes = [
      keyed().text('ab').text('c').hex(),
      keyed().text('a').text('bc').hex(),
      keyed().text('abc').hex(),
      keyed().number(1).hex(),
      keyed()
        .number(1 + Number.EPSILON)
        .hex(),
      keyed().number(-1).hex(),
      keyed()
        .number(2 ** 32 + 1)
        .hex(),
      new KeyedHash(1, 2).number(1).hex(),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('writes 32 bits as eight digits', () => {
    expect([0, 1, -1, 0x1234abcd].map(hex32)).toEqual(['00000000', '00000001', 'ffffffff', '1234abcd']);
  });
});
