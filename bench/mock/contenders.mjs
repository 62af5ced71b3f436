/**
 * The servers that are measured, each as its own documentation says that it is fast. `does` says what a request costs there,
 * since no two do the same work; every one gets the same requests, with the Authorization header.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder } from './folder.mjs';
import { drydock, sampleAnswers } from './drydock.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const versionIn = (path) => JSON.parse(readFileSync(at(path), 'utf8')).version;
const node = (script, ...args) => [process.execPath, script, ...args.map(String)];
const document = at('../../openapi.yaml');
const install = 'npm ci --prefix bench';

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} version
 * @property {string} does
 * @property {string} base
 * @property {(port: number) => string[]} command
 */

/**
 * @param {{ peers: boolean }} which
 * @returns {Promise<{ contenders: Contender[], missing: { name: string, why: string }[] }>} the bare server first
 */
export async function listContenders({ peers }) {
  const samples = await sampleAnswers();
  const own = [
    bareHttp(samples),
    bareExpress(samples),
    { ...drydock(), version: versionIn('../../package.json') },
  ];
  const others = peers ? [prism(), mockoon(), wiremock(samples)] : [];
  return {
    contenders: [...own, ...others.filter(({ why }) => why === undefined)],
    missing: others.filter(({ why }) => why !== undefined),
  };
}

function bareHttp({ getFile, postFile }) {
  const [get, post] = [getFile, postFile].map((file) => statSync(file).size.toLocaleString('en-US'));
  return {
    name: 'bare node:http',
    version: process.version,
    does: `sends the bytes of Drydock’s answers, heads too (bodies of ${get} for GET, ${post} for POST); POST reads and parses the body first`,
    base: '',
    command: (port) => node(at('../servers/bare-http.mjs'), port, getFile, postFile),
  };
}

function bareExpress({ getFile, postFile }) {
  return {
    name: 'bare Express',
    version: versionIn('../../node_modules/express/package.json'),
    does: 'two routes, `express.json()`, `res.json()` of the same data; NODE_ENV=production',
    base: '',
    command: (port) => node(at('../servers/bare-express.mjs'), port, getFile, postFile),
  };
}

function prism() {
  const name = 'Prism';
  const script = at('../node_modules/@stoplight/prism-cli/dist/index.js');
  if (!existsSync(script)) return { name, why: install };
  return {
    name,
    version: versionIn('../node_modules/@stoplight/prism-cli/package.json'),
    does: '`prism mock openapi.yaml`, logging silent: validates and sends the document’s short example, always the same',
    base: '',
    command: (port) => node(script, 'mock', document, '-h', '127.0.0.1', '-p', port, '-v', 'silent'),
  };
}

function mockoon() {
  const name = 'Mockoon';
  const script = at('../node_modules/@mockoon/cli/bin/run.js');
  if (!existsSync(script)) return { name, why: install };
  const quiet = ['--disable-log-to-file', '--disable-admin-api'];
  return {
    name,
    version: versionIn('../node_modules/@mockoon/cli/package.json'),
    does: '`mockoon-cli start` of openapi.yaml, no log file, no admin API: validates nothing and fills a template with one element, made of the schema',
    base: '/api/v1/developer',
    command: (port) =>
      node(script, 'start', '--data', document, '--port', port, '--hostname', '127.0.0.1', ...quiet),
  };
}

function wiremock({ getFile, postFile }) {
  const name = 'WireMock';
  const java = /version "([^"]+)"/.exec(
    spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '',
  )?.[1];
  if (!java) return { name, why: 'a Java runtime on the path' };
  const build = at('../node_modules/wiremock/');
  if (!existsSync(build)) return { name, why: install };
  const version = versionIn('../node_modules/wiremock/package.json');
  const jar = join(build, 'build', `wiremock-standalone-${version}.jar`);
  const root = join(folder, 'wiremock');
  mkdirSync(join(root, 'mappings'), { recursive: true });
  const stub = (method, urlPath, file) => ({
    request: { method, urlPath },
    response: {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: readFileSync(file, 'utf8'),
    },
  });
  const mappings = [stub('GET', '/categories', getFile), stub('POST', '/get-shipping-rates', postFile)];
  writeFileSync(join(root, 'mappings', 'stubs.json'), JSON.stringify({ mappings }));
  const quiet = ['--no-request-journal', '--disable-request-logging', '--disable-banner', '--disable-gzip'];
  return {
    name,
    version: `${version}, Java ${java}`,
    does: 'two static stubs with the same bytes, matched by method and path; no journal, no request log, no gzip; its threads use every core',
    base: '',
    command: (port) => [
      'java',
      '-jar',
      jar,
      '--port',
      String(port),
      '--bind-address',
      '127.0.0.1',
      '--root-dir',
      root,
      ...quiet,
    ],
  };
}
