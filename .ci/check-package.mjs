// Uses the package, packed as npm would ship it and installed in an otherwise empty folder, as a stranger would.
// Usage: node .ci/check-package.mjs [--built] [--turn N]; with --built the build that is there is packed, else npm makes a clean
// one first. --turn is that of check-projects.mjs: projects of other runners use the same package, and of the versions
// of Node the oldest and the newest, with one of the others; the newest runs the tests of the HTTP server in the second of four turns.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkProjects, linkRunners, projectsInTurn, quickProjects } from './check-projects.mjs';
import { installPackage } from './install-package.mjs';
import { installNodes } from './install-nodes.mjs';
import { smokeTest, smokeTestDocument } from './smoke-test.mjs';

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'drydock-package-'));
const folder = join(place, 'project');
const turnFlag = process.argv.indexOf('--turn');
const turn = turnFlag === -1 ? undefined : Number(process.argv[turnFlag + 1]);
let packed;

try {
  packed = installPackage(place, process.argv.includes('--built'));
  checkFiles(packed.files.map(({ path }) => path));
  // Removed first, since others may have the same file.
  rmSync(join(folder, 'package.json'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  );
  checkSize();
  checkModule();
  checkTraces();
  checkNpx();
  await checkTypesAndExports();
  console.log(
    `The package (${packed.files.length} files, ${Math.round(packed.size / 1024)} KiB) can be installed in an empty folder.`,
  );
  await checkNodes();
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Checks the size of a production install, optional packages included. */
function checkSize() {
  const megabytes = Number(run('du', ['-sk', 'node_modules'], folder).split('\t')[0]) / 1024;
  if (megabytes > 110)
    throw new Error(`A production install takes ${megabytes.toFixed()} MB; at most 110 are allowed.`);
}

function checkFiles(paths) {
  const odd = paths.filter((path) =>
    /\.test\.|\/testing\/|(^|\/)(bench|\.ci|src)\/.*(?<!\.d)\.ts$|kill-matrix|^docs\/exercises\//.test(path),
  );
  const missing = [
    'openapi.yaml',
    'drydock.config.schema.json',
    'llms.txt',
    'SKILL.md',
    'README.md',
    'docs/testing.md',
    'LICENSE',
    'scenarios/flaky.yaml',
    'dist/src/cli/main.js',
    'dist/sbom.cdx.json',
  ].filter((path) => !paths.includes(path));
  if (odd.length > 0) throw new Error(`The package ships what nobody runs: ${odd.slice(0, 10).join(', ')}`);
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}`);
}

/** Checks what bundlers, TypeScript and Jest find, under every way of resolving modules. */
async function checkTypesAndExports() {
  const program = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
  const file = join(place, packed.filename);
  run(program('publint'), ['run', '--strict', file], folder);
  run(program('attw'), [file, '--quiet'], folder);
  linkRunners(folder);
  await checkProjects(folder, [...projectsInTurn(process.argv), ...quickProjects]);
}

/**
 * The oldest Node that package.json allows and the newest of each line that is kept; one that is too old is refused. In turn, one of
 * three between the oldest and the newest.
 */
async function checkNodes() {
  const others = ['18', '22', '24'].filter((_, index) => turn === undefined || index === turn % 3);
  const nodes = installNodes(join(folder, 'nodes'), ['20.19.0', ...others, '26']);
  const command = join(folder, 'node_modules/drydock-kit/dist/src/cli/main.js');
  const start = performance.now();
  await smokeTestDocument(process.execPath, command, folder);
  for (const one of nodes) {
    if (one.version.startsWith('18.')) {
      checkTooOld(one, command);
      console.log(`Node ${one.version}: is refused.`);
      continue;
    }
    await smokeTest(one.node, command, folder);
    console.log(`Node ${one.version}: serves, limits, conforms and stops.`);
  }
  console.log(`${nodes.length} versions of Node in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  if (turn === undefined || turn % 4 === 1) runServerTests(nodes.at(-1).node);
}

/** An older Node is refused with the sentence of docs/troubleshooting.md. */
function checkTooOld({ node, version }, command) {
  const { status, stderr } = spawnSync(node, [command, 'mock', '--port', '0'], { encoding: 'utf8' });
  const page = readFileSync(join(root, 'docs', 'troubleshooting.md'), 'utf8');
  const documented = /^Drydock needs Node .*$/m
    .exec(page)?.[0]
    .replace(/this is Node \d+\.\d+\.\d+/, `this is Node ${version}`);
  if (status !== 2 || stderr.trim() !== documented)
    throw new Error(`With Node ${version} it ended with ${status} and printed ${stderr}`);
}

/** Runs the tests of what leans on the insides of Node's own server. */
function runServerTests(node) {
  const env = { ...process.env, TEST_COUNTS: '' };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
  execFileSync(node, [...vitest, 'src/server/http'], { cwd: root, env, stdio: 'inherit' });
}

function checkModule() {
  const script = `import { createServer } from 'drydock-kit';
    const mock = await createServer({ port: 0 }); console.log(mock.url); await mock.close();`;
  const url = run(process.execPath, ['--input-type=module', '-e', script], folder);
  if (!url.startsWith('http://127.0.0.1:')) throw new Error(`createServer gave ${url}`);
}

/** The trace of a failure in a handler leads to a module of the sources and its line, in both forms of the package. */
function checkTraces() {
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'One', version: '1.0.0' }, 'x-drydock-service': 'one' },
    paths: { '/one': { get: { operationId: 'getOne', responses: { 200: { description: 'One.' } } } } },
  };
  writeFileSync(join(folder, 'one.json'), JSON.stringify(document));
  const use = `.then(async ({ createServer }) => {
    const handlers = { getOne: () => { throw new Error('broken on purpose'); } };
    const service = { name: 'one', document: 'one.json', prepare: () => ({ handlers }) };
    const mock = await createServer({ port: 0, service, log: console.log });
    await fetch(mock.url + '/one');
    await mock.close();
  });`;
  for (const load of ["import('drydock-kit')", "Promise.resolve(require('drydock-kit'))"]) {
    const trace = run(process.execPath, ['--input-type=commonjs', '-e', load + use], folder);
    if (!/broken on purpose[^]*\/src\/mock\/stages\/[\w-]+\.ts:\d+:\d+/.test(trace))
      throw new Error(`With ${load}, a failing handler is logged as ${trace}`);
  }
}

/** The name that the documentation gives to people who installed the packed file; it must not ask the registry. */
function checkNpx() {
  const version = run('npx', ['--offline', 'drydock-kit', '--version'], folder).trim();
  if (version !== packed.version) throw new Error(`npx drydock-kit --version printed ${version}`);
}
