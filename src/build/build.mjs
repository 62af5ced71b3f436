// Builds the package into dist. What doesn't wait for the compiler runs beside it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const programOf = (name, file) => join(dirname(resolve(`${name}/package.json`)), file);

try {
  await Promise.all([compileAndComplete(), page()]);
  await script('write-sbom.mjs');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function compileAndComplete() {
  const startedAt = Date.now();
  await script('copy-assets.mjs');
  // `npm run typecheck` checks the types; checking them here as well would take most of the build's time.
  const types = node(programOf('typescript-7', 'bin/tsc'), '-p', 'src/tsconfig.build.json', '--noCheck');
  // Collecting garbage would otherwise take a quarter of Rolldown's time.
  const code = node('--max-semi-space-size=64', 'src/build/bundle.mjs');
  await Promise.all([types, script('precompile.mjs'), code]);
  for (const name of ['contract-tests', 'kill-matrix', 'src']) removeOlder(name, startedAt);
  await Promise.all([script('commonjs.mjs'), script('try-it.mjs')]);
  removeOlder('cjs', startedAt);
}

/** Removes what an earlier build wrote and this one doesn't. Until then it stays, since tests may run beside a build. */
function removeOlder(name, startedAt) {
  if (!existsSync(join(root, 'dist', name))) return;
  for (const entry of readdirSync(join(root, 'dist', name), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    // A file's time is a little coarser than the clock.
    if (entry.isFile() && statSync(file).mtimeMs < startedAt - 1000) rmSync(file);
  }
}

function page() {
  const config = 'src/build/vite.config.mjs';
  return node(programOf('vite', 'bin/vite.js'), 'build', '--config', config, '--configLoader', 'native');
}

function script(name) {
  return node(`src/build/${name}`);
}

async function node(...args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The build failed: node ${args.join(' ')} ended with ${code}.`);
}
