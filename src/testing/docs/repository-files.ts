import { readdirSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';

const roots = [
  'src',
  'contract-tests',
  'kill-matrix',
  'bench',
  'scenarios',
  'deploy',
  'docs',
  '.ci',
  '.github',
];

/** Paths of the files of this repository with slashes, generated and installed ones left out. */
export function repositoryFiles(): string[] {
  const atRoot = readdirSync(packageFile(), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const below = roots.flatMap((root) =>
    readdirSync(packageFile(root), { recursive: true, encoding: 'utf8' })
      .filter((path) => !/(^|[/\\])(node_modules|\.venv)([/\\]|$)/.test(path))
      .map((path) => `${root}/${path.replaceAll('\\', '/')}`),
  );
  return [...atRoot, ...roots, ...below];
}
