import { describe, expect, it } from 'vitest';
import { aheadText, visibleText } from './text.js';
import { anyCharacter } from '../../testing/properties/any-character.js';
import { fc } from '../../testing/properties/fast-check.js';

describe('visibleText', () => {
  it.each([
    ['\u001b[31mred', '␛[31mred'],
    ['a\u0000b\u007f', 'a␀b␡'],
    ['\u0085\u009b', String.raw`\u0085\u009b`],
    ['user\u202etxt.exe', String.raw`user\u202etxt.exe`],
    ['zero\u200bwidth\ufeff', String.raw`zero\u200bwidth\ufeff`],
    ['line\nand\ttab', 'line\nand\ttab'],
    ['ünïcödé 🚢', 'ünïcödé 🚢'],
  ])('of %j', (text, visible) => {
    expect(visibleText(text)).toBe(visible);
  });

  it('has no control character but tab and line break, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(visibleText(text)).not.toMatch(/[^\P{Cc}\t\n]/u);
      }),
    );
  });
});

describe('aheadText', () => {
  it.each([
    [90_061, undefined, '1 day 1 h 1 min 1 s ahead'],
    [-172_830, undefined, '2 days 30 s behind'],
    [90_061, 2, '1 day 1 h ahead'],
    [3600, 2, '1 h ahead'],
    [0.4, undefined, '0 s ahead'],
  ])('of %j s in %j units', (seconds, limit, text) => {
    expect(aheadText(seconds, limit)).toBe(text);
  });
});
