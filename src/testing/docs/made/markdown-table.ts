/** Makers of marked parts of the pages, by name. */
export type MadeParts = Readonly<Record<string, () => string | Promise<string>>>;

/** A table in Markdown; a pipe in a cell is escaped. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** A fenced block. */
export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}
