// Merges the modules that are loaded together into a few files: to find, read and link a file costs more than to run it. The
// file of a merged module only re-exports it then, so that every path can still be imported and no module exists twice.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * What is loaded at once, by the modules that it begins with. Dynamic imports are not followed, so what browsers load later has a
 * name of its own, and shares no file with a module that needs Node.
 */
const occasions = {
  browser: ['src/fetch/index.js'],
  compiled: ['src/fetch/foreign-document.js'],
  client: ['src/client/index.js'],
  command: ['src/cli/main.js'],
  config: ['src/cli/config/read-command.js'],
  running: [
    ...['src/cli/commands/use.js', 'src/cli/commands/reset.js', 'src/cli/commands/requests.js'],
    'src/cli/commands/coverage.js',
  ],
  mock: ['src/cli/commands/mock.js', 'src/cli/worker.js', 'src/cli/config/read-command.js'],
  start: ['src/index.js'],
  spec: [
    ...['src/contract/specs/load-specs.js', 'src/contract/files/bundle-files.js'],
    ...['src/contract/patterns/document-patterns.js', 'src/scenarios/files/load-folders.js'],
    ...['src/foreign/document-answers.js', 'src/foreign/error-maker.js'],
    'src/foreign/wrong-examples.js',
  ],
  control: [
    'src/control/control-api.js',
    'src/server/internal-routes.js',
    'src/server/origins/control-origin.js',
  ],
  verify: [
    'src/cli/commands/verify.js',
    'src/cli/verify-thread.js',
    'src/suite-thread.js',
    'src/conformance/run/verify.js',
  ],
};

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const options = {
  ...{ absWorkingDir: dist, bundle: true, write: false, metafile: true, logLevel: 'warning' },
  ...{ platform: 'node', format: 'esm', target: 'node20.19', packages: 'external' },
};

rmSync(join(dist, 'src/merged'), { recursive: true, force: true });
const roots = Object.values(occasions).flat();
const missing = roots.filter((module) => !existsSync(join(dist, module)));
if (missing.length > 0) throw new Error(`merge-modules.mjs lists what doesn't exist: ${missing.join(', ')}.`);
const imports = importsIn(await analyze(roots));
const occasionsOf = modulesOnOccasions();
const exported = exportsIn(await analyze([...occasionsOf.keys()]));
const fileOf = new Map([...occasionsOf].map(([module, names]) => [module, fileFor(module, names)]));
const files = [...new Set(fileOf.values())];
const aliases = new Map(files.flatMap((file) => [...uniqueNames(modulesIn(file))]));
const facades = new Map([...fileOf.keys()].filter(isShared).map((module) => [module, facade(module)]));
const texts = await Promise.all(files.map(merge));

mkdirSync(join(dist, 'src/merged'));
for (const [index, file] of files.entries()) writeFileSync(join(dist, file), texts[index]);
for (const [module, text] of facades) writeFileSync(join(dist, module), text);

async function analyze(entryPoints) {
  const { metafile } = await build({ ...options, entryPoints, splitting: true, outdir: 'out' });
  return metafile;
}

/** What each module imports statically. */
function importsIn({ inputs }) {
  const isStatic = ({ external, kind }) => !external && kind === 'import-statement';
  const pathsOf = (input) => input.imports.filter(isStatic).map(({ path }) => path);
  return new Map(Object.entries(inputs).map(([module, input]) => [module, pathsOf(input)]));
}

/** The names that each entry point exports. */
function exportsIn({ outputs }) {
  const entries = Object.values(outputs).filter(({ entryPoint }) => entryPoint !== undefined);
  return new Map(entries.map(({ entryPoint, exports }) => [entryPoint, exports]));
}

/** The names of the occasions on which each module is loaded. */
function modulesOnOccasions() {
  const names = new Map();
  for (const [occasion, roots] of Object.entries(occasions))
    for (const module of reachedFrom(roots)) names.set(module, [...(names.get(module) ?? []), occasion]);
  return names;
}

/** Modules that are loaded on the same occasions share a file; a program keeps its own. */
function fileFor(module, names) {
  return isShared(module) ? `src/merged/${names.join('-')}.js` : module;
}

/** Programs export nothing: they are run by their path, and nothing imports them. */
function isShared(module) {
  return exported.get(module).length > 0;
}

function reachedFrom(roots) {
  const reached = new Set(roots);
  for (const module of reached) for (const imported of imports.get(module)) reached.add(imported);
  return reached;
}

function modulesIn(file) {
  return [...fileOf.keys()].filter((module) => fileOf.get(module) === file);
}

/** The names under which a file exports what its modules export; those of several modules are numbered. */
function uniqueNames(modules) {
  const taken = new Map();
  const unique = (name) => {
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count === 1 && name !== 'default' ? name : `${name}$${count}`;
  };
  return new Map(modules.map((module) => [module, exported.get(module).map((name) => [name, unique(name)])]));
}

/** What stands in a merged module's own file. */
function facade(module) {
  const names = aliases.get(module).map(([name, alias]) => (name === alias ? name : `${alias} as ${name}`));
  return `export { ${names.join(', ')} } from ${JSON.stringify(pathBetween(module, fileOf.get(module)))};\n`;
}

/** @returns the text of a file with all its modules */
async function merge(file) {
  const modules = modulesIn(file);
  const lines = modules.map((module) => {
    const names = aliases.get(module).map(([name, alias]) => `${name} as ${alias}`);
    return `export { ${names.join(', ')} } from './${module}';`;
  });
  const isProgram = modules.includes(file);
  const { outputFiles } = await build({
    ...options,
    ...(isProgram ? { entryPoints: [file] } : { stdin: { contents: lines.join('\n'), resolveDir: dist } }),
    outfile: file,
    plugins: [placedIn(file)],
  });
  return outputFiles[0].text;
}

/** Takes modules of other files from those, leaves dynamic imports to run time, and keeps what a module says of its own place. */
function placedIn(file) {
  const moduleAt = (path) => relative(dist, path).replaceAll(sep, '/');
  const external = (path) => ({ path: pathBetween(file, path), external: true });
  return {
    name: 'placed-in',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const module = moduleAt(join(resolveDir, path));
        const isOutside = kind === 'dynamic-import' || files.includes(module);
        return isOutside && kind !== 'entry-point' ? external(module) : undefined;
      });
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const module = moduleAt(path);
        if (fileOf.get(module) !== file) return { contents: facades.get(module) };
        const url = `new URL(${JSON.stringify(pathBetween(file, module))}, import.meta.url).href`;
        return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url) };
      });
    },
  };
}

function pathBetween(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
