/**
 * Makes what can't be seen visible: control characters (a terminal escape among them), marks that turn the direction of
 * writing, and characters of no width. What a client sent must be visible.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '\u2421';
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

// Tab and line breaks are layout, not disguise.
const invisible =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb](?<![\t\n])/gu;
