import { readFileSync } from 'node:fs';
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
  const exported: [string, unknown][] = Object.entries(publicApi);
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

/** The comment on the class, in the file from which src/index.ts exports it. */
function docCommentOf(name: string): string {
  const index = readFileSync(packageFile('src', 'index.ts'), 'utf8');
  const [, module] =
    new RegExp(`export \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./(.*)\\.js';`).exec(index) ?? [];
  if (module === undefined) throw new Error(`src/index.ts does not export ${name} by name.`);
  const source = readFileSync(packageFile('src', `${module}.ts`), 'utf8');
  const declaration = source.slice(0, source.indexOf(`export class ${name} extends`));
  const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(declaration) ?? [];
  if (comment === undefined) throw new Error(`src/${module}.ts does not say when ${name} is thrown.`);
  return comment
    .replace(/^\s*\* ?/gm, '')
    .trim()
    .replace(/\s+/g, ' ');
}
