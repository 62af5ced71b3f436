/** Text for XML 1.0 and HTML: markup escaped, and characters that XML can't contain made visible. */
export function escapeMarkup(text: string): string {
  return text.replace(
    /[&<>"']|[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
    (character) => entities[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
