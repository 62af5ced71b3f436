// Bundles the sources into dist: each entry point keeps its path, and what several of them load is in src/chunks. Packages that
// package.json only has for development are put in, with their licences: they bring hundreds of others, of which little is used.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { writeLicences } from './bundled-packages.mjs';
import { sharedFiles } from './chunk-names.mjs';
import { entries } from './entries.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The exports of the package, programs that are started by their path, and modules that are found by their folder. */
const entryPoints = [
  ...entries.map((file) => file.replace(/\.js$/, '.ts')),
  ...['src/cli/main.ts', 'src/cli/worker.ts', 'src/cli/verify-thread.ts', 'src/suite-thread.ts'],
  ...modulesByTopic('contract-tests'),
  ...(existsSync(join(root, 'kill-matrix')) ? killMatrix() : []),
];

const shared = sharedFiles(root);

await build({
  ...{ root, configFile: false, publicDir: false, logLevel: 'warn' },
  plugins: [
    { name: 'precompiled-modules', enforce: 'pre', resolveId: leavePrecompiled },
    ...[licences(), shared.plugin],
  ],
  ssr: { noExternal: ['@faker-js/faker', '@scalar/openapi-upgrader', 'json-p3', 'jsonc-parser'] },
  build: {
    ...{ ssr: true, outDir: 'dist', emptyOutDir: false, target: 'node20.19', sourcemap: true },
    rolldownOptions: {
      input: Object.fromEntries(entryPoints.map((file) => [file.replace(/\.ts$/, ''), join(root, file)])),
      preserveEntrySignatures: 'strict',
      // Rolldown would leave out a `new RegExp()` that is only there to throw.
      treeshake: false,
      checks: { bundlerTimings: false },
      output: {
        ...{ format: 'es', sourcemapExcludeSources: true, minifyInternalExports: false },
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) =>
          name === 'kill-matrix' ? 'kill-matrix/chunk.js' : 'src/chunks/[name].js',
        codeSplitting: { groups: shared.groups },
      },
    },
  },
});

/** It ships nowhere: a build of the package may do without its folder. */
function killMatrix() {
  const programs = [
    'kill-matrix/main.ts',
    'kill-matrix/serve.ts',
    'kill-matrix/matrix/thread.ts',
    'kill-matrix/documents/main.ts',
    'kill-matrix/documents/serve.ts',
  ];
  return [...programs, ...['kill-matrix/faults', 'kill-matrix/variants'].flatMap(modulesByTopic)];
}

/** The files `FOLDER/<topic>/<name>.ts`. */
function modulesByTopic(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?!testing\/)[^/]+\/[^/]+\.ts$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);
}

/** The output of precompile.mjs stays in files of its own. Chunks and src/fetch are equally deep in dist. */
function leavePrecompiled(source, importer) {
  const isPrecompiled =
    source.startsWith('./precompiled/') && /[\\/]src[\\/]fetch[\\/][^\\/]+$/.test(importer);
  return isPrecompiled ? { id: `../fetch${source.slice(1)}`, external: 'relative' } : undefined;
}

function licences() {
  return {
    name: 'licences',
    writeBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => file.moduleIds ?? []);
      writeLicences(
        join(root, 'dist/src/chunks/LICENSES.txt'),
        modules.filter((id) => !id.startsWith('\0')),
      );
    },
  };
}
