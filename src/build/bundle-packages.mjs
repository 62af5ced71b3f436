// Puts the packages behind a few built modules into the modules themselves, with their licences beside them. These packages
// bring hundreds of others and 70 MB, of which little is used.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeLicences } from './bundled-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = [
  'contract/overlays/json-path.js',
  'contract/swagger/openapi-upgrader.js',
  'mock/routing/json-parser.js',
  'shipping/catalogue/faker.js',
];
/** Those of browsers too; what they hold are ES modules, which ask for nothing of Node's. */
const everywhere = new Set(['mock/routing/json-parser.js', 'shipping/catalogue/faker.js']);

const options = {
  absWorkingDir: root,
  bundle: true,
  allowOverwrite: true,
  metafile: true,
  logLevel: 'warning',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // What is meant for bundlers first: a module for every loader at once hides from them what it requires.
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
};

/** CommonJS modules ask for Node's own ones by this function, which an ES module doesn't have. */
const banner = {
  js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
};

await Promise.all(modules.map(bundle));

async function bundle(module) {
  const file = join(root, 'dist/src', module);
  const { metafile } = await build({
    ...options,
    ...(everywhere.has(module) ? {} : { banner }),
    entryPoints: [file],
    outfile: file,
  });
  const modules = Object.keys(metafile.inputs).map((input) => join(root, input));
  writeLicences(file.replace(/\.js$/, '.LICENSES.txt'), modules);
}
