// Copies data files, which the compiler leaves out, from src to dist/src.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const assets = new Set(['.yaml', '.json', '.svg', '.html', '.css']);
const source = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../../dist/src', import.meta.url));

for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !assets.has(extname(entry.name)) || entry.name.startsWith('tsconfig')) continue;
  if (/[\\/]testing$|[\\/]testing[\\/]/.test(entry.parentPath)) continue;
  const from = join(entry.parentPath, entry.name);
  // The page has a build of its own; the HTML report has these two styles of it.
  if (from.startsWith(join(source, 'dashboard')) && !/[\\/](tokens|base)\.css$/.test(from)) continue;
  const to = join(target, from.slice(source.length));
  mkdirSync(dirname(to), { recursive: true });
  // Written rather than copied: some systems give a copy the time of its source, and the build removes files by their time.
  writeFileSync(to, readFileSync(from));
}
