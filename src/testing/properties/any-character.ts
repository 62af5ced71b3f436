import { fc } from './fast-check.js';

/** Number of code points that are halves of a pair, and so no characters. */
const halves = 0x800;
const firstHalf = 0xd800;

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter })`. The strings are those of fast-check's own unit `binary`,
 * which takes a second to make a table of all of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - halves).map(
  (index) => String.fromCodePoint(index < firstHalf ? index : index + halves),
  (character) => {
    const [code, rest] = typeof character === 'string' ? Array.from(character, codeOf) : [];
    if (code === undefined || rest !== undefined || (code >= firstHalf && code < firstHalf + halves))
      throw new Error(`${JSON.stringify(character)} is not one character.`);
    return code < firstHalf ? code : code - halves;
  },
);

function codeOf(character: string): number {
  return character.codePointAt(0) ?? NaN;
}
