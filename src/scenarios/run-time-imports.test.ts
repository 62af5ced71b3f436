import { expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../contract/package-root.js';

const folder = packageFile('src/scenarios');

/** Everything that a request may need, which also runs in browsers: all but what reads files. */
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('files/'),
);

it.each(modules)('src/scenarios/%s imports nothing of Node, of a package or of files/', (file) => {
  const source = readFileSync(join(folder, file), 'utf8');
  const imported = [...source.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target = '']) => target);
  expect(imported.filter((target) => !target.startsWith('.') || target.includes('/files/'))).toEqual([]);
});
