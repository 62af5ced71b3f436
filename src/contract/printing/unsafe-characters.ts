/**
 * Characters that a terminal, a shell's line editor or a reader's eye may obey instead of showing, as the inside of a
 * pattern's brackets (flag `u`): controls without line feed and tab, bidirectional overrides, invisible format characters.
 */
export const unsafeCharacters =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff';
