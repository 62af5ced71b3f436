/** Text for XML 1.0 and HTML: markup escaped, and characters that XML can't contain made visible. */
export function escapeMarkup(text: string): string {
  return Array.from(text, escapeCharacter).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeCharacter(character: string): string {
  const entity = entities[character];
  if (entity !== undefined) return entity;
  const code = character.codePointAt(0) ?? 0;
  const allowed =
    code === 9 ||
    code === 10 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    code >= 0x10000;
  return allowed ? character : `\\u{${code.toString(16)}}`;
}
