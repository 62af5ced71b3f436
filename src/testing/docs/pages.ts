/** The pages of the documentation: README.md and every Markdown file of docs/. */
import { readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';

export interface Page {
  /** The path from the root of the repository, such as `docs/cli.md`. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

export function readPages(): Page[] {
  const inDocs = readdirSync(packageFile('docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...inDocs.toSorted().map((name) => `docs/${name}`)].map((name) => {
    const file = packageFile(...name.split('/'));
    return { name, file, text: readFileSync(file, 'utf8') };
  });
}

/** The page without its fenced blocks and comments, where a path or a link is only a text. */
export function proseOf({ text }: Page): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/<!--[\s\S]*?-->/g, '');
}
