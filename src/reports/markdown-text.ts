/** Texts in Markdown (CommonMark), in which nothing of what a target or a document says becomes markup. */

/** A text on one line as a code span, within which nothing is markup. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '` `';
  const fence = fenceFor(line, 1);
  // A blank each side is dropped by the reader, and keeps backticks apart.
  return `${fence} ${line} ${fence}`.replace(/^(`+) ([^`].*[^`]|[^`]) (`+)$/s, '$1$2$3');
}

/** A text as a block of code. */
export function codeBlock(text: string, language = ''): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A text as prose: what Markdown or HTML could take for markup becomes a character reference. */
export function prose(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[&<>\\`*_{}[\]#|~!]|^[-+\d]|:\/\//g, (found) =>
      Array.from(found, (character) => `&#${character.codePointAt(0) ?? 0};`).join(''),
    );
}

/** More backticks than the text has in a row. */
function fenceFor(text: string, min: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(min, ...runs.map(({ length }) => length + 1)));
}
