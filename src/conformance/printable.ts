import { unsafeCharacters } from '../contract/printing/unsafe-characters.js';

/**
 * Makes text from a target safe to show: control characters (terminal escapes among them), bidirectional overrides and
 * invisible format characters become visible escapes; line feeds and tabs stay.
 *
 * @param limit how many characters are shown at most; how many more there are is added
 */
export function printable(text: string, limit = Infinity): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const shown = cut.replace(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return cut.length < text.length ? `${shown}… (${text.length - cut.length} more characters)` : shown;
}

const unsafe = new RegExp(`[${unsafeCharacters}]`, 'gu');

/** The same on one line. */
export function printableLine(text: string, limit = 300): string {
  return printable(text.replace(/\s+/g, ' ').trim(), limit);
}

/** A name from a document, whole and on one line: names that differ are shown differently. */
export function printableName(name: string): string {
  return printable(name).replaceAll('\n', '\\u{a}').replaceAll('\t', '\\u{9}');
}
