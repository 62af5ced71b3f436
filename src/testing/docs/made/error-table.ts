import { readdirSync, readFileSync } from 'node:fs';
import * as publicApi from '../../../index.js';
import { packageFile } from '../../../contract/package-root.js';
import { code, markdownTable } from './markdown-table.js';

/** The error classes that the package exports, with the sentences that their sources say about them. */
export function errorTable(): string {
  const rows = exportedErrors().map(({ name, aliases }) => [
    [name, ...aliases].map(code).join(', also exported as '),
    docCommentOf(name),
  ]);
  return markdownTable(['error', 'when'], rows);
}

export interface ExportedError {
  readonly name: string;
  /** Further names under which the same class is exported. */
  readonly aliases: readonly string[];
  readonly type: ErrorClass;
}

type ErrorClass = new (...args: never[]) => Error;

export function exportedErrors(): ExportedError[] {
  const exported: [string, unknown][] = Object.entries(publicApi).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const classes = exported.filter((entry): entry is [string, ErrorClass] => isErrorClass(entry[1]));
  return [...new Set(classes.map(([, type]) => type))].map((type) => ({
    name: type.name,
    aliases: classes.filter(([name, other]) => other === type && name !== type.name).map(([name]) => name),
    type,
  }));
}

function isErrorClass(value: unknown): boolean {
  return typeof value === 'function' && value.prototype instanceof Error;
}

/** The comment on the class. Of two classes of one name it is the one in the file that src/index.ts names. */
function docCommentOf(name: string): string {
  const index = readFileSync(packageFile('src', 'index.ts'), 'utf8');
  const declaration = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*export class ${name} extends`);
  const comments = readdirSync(packageFile('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const [, comment] = declaration.exec(readFileSync(packageFile('src', file), 'utf8')) ?? [];
      return comment === undefined ? [] : [{ comment, named: index.includes(`'./${file.slice(0, -3)}.js'`) }];
    });
  const { comment } = comments.find(({ named }) => named) ?? comments[0] ?? {};
  if (comment === undefined) throw new Error(`No file of src says when ${name} is thrown.`);
  return comment
    .replace(/^\s*\* ?/gm, '')
    .trim()
    .replace(/\s+/g, ' ');
}
