// Bundles the sources into dist: each entry point keeps its path, and what several of them load is in src/chunks. Packages that
// package.json only has for development are put in, with their licences: they bring hundreds of others, of which little is used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeLicences } from './bundled-packages.mjs';
import { entries } from './entries.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What the package exports, programs that are started by their path, and modules that are found by their folder. */
const entryPoints = [
  ...entries.map((file) => file.replace(/\.js$/, '.ts')),
  ...['src/cli/main.ts', 'src/cli/worker.ts', 'src/cli/verify-thread.ts', 'src/suite-thread.ts'],
  ...['kill-matrix/main.ts', 'kill-matrix/serve.ts', 'kill-matrix/matrix/thread.ts'],
  ...['contract-tests', 'kill-matrix/faults', 'kill-matrix/variants'].flatMap(modulesByTopic),
];

const bundled = ['@faker-js/faker', '@scalar/openapi-upgrader', 'json-p3', 'jsonc-parser'];
const { dependencies, optionalDependencies, peerDependencies, devDependencies } = manifest;
const packages = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...devDependencies };

const { metafile } = await build({
  ...{
    absWorkingDir: root,
    entryPoints,
    outbase: '.',
    outdir: 'dist',
    chunkNames: 'src/chunks/[name]-[hash]',
  },
  ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20.19' },
  ...{ sourcemap: true, sourcesContent: false, legalComments: 'none', metafile: true, logLevel: 'warning' },
  // What is meant for bundlers first: a module for every loader at once hides from them what it requires.
  mainFields: ['module', 'main'],
  external: Object.keys(packages).filter((name) => !bundled.includes(name)),
  plugins: [{ name: 'precompiled-modules', setup: leavePrecompiled }],
});
const modules = Object.keys(metafile.inputs).map((input) => join(root, input));
writeLicences(join(root, 'dist/src/chunks/LICENSES.txt'), modules);

/** The files `FOLDER/<topic>/<name>.ts`. */
function modulesByTopic(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?!testing\/)[^/]+\/[^/]+\.ts$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);
}

/** What precompile.mjs writes stays in files of its own. Chunks and src/fetch are equally deep in dist. */
function leavePrecompiled({ onResolve }) {
  onResolve({ filter: /^\.\/precompiled\// }, ({ path, resolveDir }) =>
    resolveDir === join(root, 'src/fetch') ? { path: `../fetch${path.slice(1)}`, external: true } : undefined,
  );
}
