/**
 * Makes text from a target safe to show: control characters (terminal escapes among them), bidirectional overrides and
 * invisible format characters become visible escapes; line feeds and tabs stay.
 *
 * @param limit how many characters are shown at most; how many more there are is added
 */
export function printable(text: string, limit = Infinity): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const shown = cut.replace(
    // eslint rejects control characters in patterns; these are the ones that must not reach a terminal.
    new RegExp(unsafe, 'gu'),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return cut.length < text.length ? `${shown}… (${text.length - cut.length} more characters)` : shown;
}

const unsafe =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]';

/** The same on one line. */
export function printableLine(text: string, limit = 300): string {
  return printable(text.replace(/\s+/g, ' ').trim(), limit);
}
