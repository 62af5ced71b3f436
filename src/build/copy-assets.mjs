// Copies data files, which the compiler leaves out, from src to dist/src.
import { cpSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const assets = new Set(['.yaml', '.json', '.svg', '.html', '.css']);
const source = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../../dist/src', import.meta.url));

for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !assets.has(extname(entry.name)) || entry.name.startsWith('tsconfig')) continue;
  if (/[\\/]testing$|[\\/]testing[\\/]/.test(entry.parentPath)) continue;
  const from = join(entry.parentPath, entry.name);
  // The page has a build of its own.
  if (from.startsWith(join(source, 'dashboard'))) continue;
  cpSync(from, join(target, from.slice(source.length)));
}
