// Puts the packages behind a few built modules into the modules themselves, with their licences beside them. These packages
// bring hundreds of others and 70 MB, of which little is used.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = [
  'foreign/prism/prism.js',
  'contract/document/openapi-upgrader.js',
  'shipping/catalogue/faker.js',
];
/** Prism makes values in one language, and loads the names and addresses of sixty. */
const englishOnly = {
  name: 'english-only',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@faker-js\/faker$/ }, ({ path, resolveDir }) => ({
      ...{ path, namespace: 'english', pluginData: resolveDir },
    }));
    onLoad({ filter: /./, namespace: 'english' }, ({ pluginData }) => ({
      contents: "exports.default = exports.faker = require('@faker-js/faker/locale/en');",
      resolveDir: pluginData,
    }));
  },
};

const options = {
  absWorkingDir: root,
  bundle: true,
  allowOverwrite: true,
  metafile: true,
  logLevel: 'warning',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // CommonJS modules ask for Node's own ones by this function, which an ES module doesn't have.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  // What is meant for bundlers first: a module for every loader at once hides from them what it requires.
  mainFields: ['module', 'main'],
  plugins: [englishOnly],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
};

await Promise.all(modules.map(bundle));

async function bundle(module) {
  const file = join(root, 'dist/src', module);
  const { metafile } = await build({ ...options, entryPoints: [file], outfile: file });
  const packages = new Set(Object.keys(metafile.inputs).map(packageFolder));
  packages.delete(undefined);
  const licences = [...packages].sort().map((folder) => `${nameOf(folder)}\n\n${licenceOf(folder)}\n`);
  writeFileSync(file.replace(/\.js$/, '.LICENSES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));
}

function packageFolder(input) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function nameOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})`;
}

/** The texts that the package asks to be kept with every copy. */
function licenceOf(folder) {
  const files = readdirSync(join(root, folder)).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  return files.map((name) => readFileSync(join(root, folder, name), 'utf8').trim()).join('\n\n');
}
