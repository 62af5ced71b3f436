// Writes what package.json exports as CommonJS to dist/cjs, file by file: Jest runs a project in CommonJS without a loader of ES
// modules, so a bundle for each export would hold classes twice, and dynamic imports must become calls of require.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { entries } from './entries.mjs';

/** Globals that jsdom lacks or has in a form of its own, which Node's own modules do not take. */
const nodeGlobals = [
  ...['fetch', 'Request', 'Response', 'Headers', 'ReadableStream', 'TextEncoder', 'TextDecoder'],
  ...['AbortSignal', 'AbortController', 'structuredClone', 'setImmediate', 'clearImmediate'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
];
const platform = `// Node's globals, also where Jest runs a test in jsdom: those of the main context.
const hasAll = typeof fetch === 'function' && typeof setImmediate === 'function';
module.exports = hasAll ? globalThis : require('node:vm').runInThisContext('globalThis');
`;

const documentTypes = `/** The document of the shipping service, as loaders of YAML give it. */
declare const document: { readonly [name: string]: unknown };
export = document;
`;

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const target = join(dist, 'cjs');

// The rules of the suite are found in their folder, not imported by name.
const rules = filesBelow('contract-tests').filter((name) => name.endsWith('.js'));
const modules = await modulesFrom([...entries, ...rules]);
await Promise.all(modules.map(convert));
copyTypes();
writeFileSync(join(target, 'platform.js'), platform);
writeFileSync(join(target, 'openapi.d.ts'), documentTypes);
writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n');

/** The files of a folder, as paths below dist with / between names. */
function filesBelow(folder) {
  const names = readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** Everything that modules reach, dynamic imports too, as paths below dist. */
async function modulesFrom(files) {
  const { metafile } = await build({
    ...{ absWorkingDir: dist, entryPoints: files, outdir: 'out', write: false, metafile: true },
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', splitting: true },
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

async function convert(file) {
  const { code, map } = await transform(withMap(file), {
    // As Node does in an ES module, `default` of a package in CommonJS is all that it exports.
    sourcefile: file.replace(/\.js$/, '.mjs'),
    ...{ format: 'cjs', platform: 'node', target: 'node20.19', legalComments: 'inline' },
    supported: { 'dynamic-import': false },
    define: {
      'import.meta.url': 'moduleUrl',
      ...Object.fromEntries(nodeGlobals.map((name) => [name, `platform.${name}`])),
    },
    ...{ sourcemap: 'external', sourcesContent: false },
  });
  write(file, `${withHelpers(file, code)}//# sourceMappingURL=${posix.basename(file)}.map\n`);
  write(`${file}.map`, map);
}

/** A module with its source map inside, so that its CommonJS form leads to the sources as well. */
function withMap(file) {
  const text = readFileSync(join(dist, file), 'utf8');
  return text.replace(/(?<=^\/\/# sourceMappingURL=)\S+\.map$/m, (name) => {
    const map = JSON.parse(readFileSync(join(dist, posix.dirname(file), name), 'utf8'));
    // The same sources, seen from a folder deeper.
    const sources = map.sources.map((source) => `../${source}`);
    const data = Buffer.from(JSON.stringify({ ...map, sources })).toString('base64');
    return `data:application/json;base64,${data}`;
  });
}

/** Our own modules have a `default` of their own, and one that is named by its URL is required by its path. No line moves. */
function withHelpers(file, code) {
  const own = code.replace(/__toESM\(require\("(\.[^"]*)"\), 1\)/g, '__toESM(require("$1"))');
  const byUrl = own.replace(/__toESM\(require\((?!")/g, '__toESM(requireUrl(');
  const helpers = [
    [byUrl.includes('moduleUrl'), "const moduleUrl = require('node:url').pathToFileURL(__filename).href;"],
    [byUrl !== own, "const requireUrl = (url) => require(require('node:url').fileURLToPath(url));"],
    [
      byUrl.includes('platform.'),
      `const platform = require('${posix.relative(posix.dirname(file), 'platform.js')}');`,
    ],
  ].flatMap(([isNeeded, line]) => (isNeeded ? [line] : []));
  return byUrl.replace(/^("use strict";)?/, (start) => start + helpers.join(''));
}

/** The declarations of the entries and what they import; nobody can reach the others, which are removed. */
function copyTypes() {
  const open = entries.map((file) => file.replace(/\.js$/, '.d.ts'));
  const seen = new Set();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(join(dist, file))) continue;
    seen.add(file);
    const text = readFileSync(join(dist, file), 'utf8');
    write(file, text);
    for (const [, name] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
      open.push(posix.join(posix.dirname(file), `${name}.d.ts`));
  }
  for (const file of ['src', 'contract-tests'].flatMap(filesBelow))
    if (file.endsWith('.d.ts') && !seen.has(file)) rmSync(join(dist, file));
}

function write(file, text) {
  mkdirSync(join(target, posix.dirname(file)), { recursive: true });
  writeFileSync(join(target, file), text);
}
