/**
 * The servers that are measured, each as its own documentation says that it is fast. `does` says what a request costs there,
 * since no two do the same work; every one gets the same requests, with the Authorization header.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder } from '../processes/temporary-folder.mjs';
import { drydock, sampleAnswers } from './drydock.mjs';
import { javaProgram, javaVersion } from './java-jars.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const versionIn = (path) => JSON.parse(readFileSync(at(path), 'utf8')).version;
const node = (script, ...args) => [process.execPath, script, ...args.map(String)];

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
  const others = peers ? [prism(), wiremock(samples), mockServer(samples)] : [];
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
    does: `sends the bytes of Drydock’s responses, heads too (bodies of ${get} for GET, ${post} for POST); POST reads and parses the body first`,
    base: '',
    command: (port) => node(at('bare-http.mjs'), port, getFile, postFile),
  };
}

function bareExpress({ getFile, postFile }) {
  return {
    name: 'bare Express',
    version: versionIn('../../node_modules/express/package.json'),
    does: 'two routes, `express.json()`, `res.json()` of the same data; NODE_ENV=production',
    base: '',
    command: (port) => node(at('bare-express.mjs'), port, getFile, postFile),
  };
}

function prism() {
  const name = 'Prism';
  const script = at('../node_modules/@stoplight/prism-cli/dist/index.js');
  if (!existsSync(script)) return { name, why: 'npm ci --prefix bench' };
  const flags = ['-h', '127.0.0.1', '-v', 'silent'];
  return {
    name,
    version: versionIn('../node_modules/@stoplight/prism-cli/package.json'),
    does: '`prism mock openapi.yaml`, logging silent: validates and sends the document’s short example, always the same',
    base: '',
    command: (port) => node(script, 'mock', at('../../openapi.yaml'), ...flags, '-p', port),
  };
}

function wiremock({ getFile, postFile }) {
  const [name, version] = ['WireMock', '3.13.2'];
  const { jar, why } = javaProgram('org.wiremock', 'wiremock-standalone', version);
  if (why) return { name, why };
  const root = join(folder, 'wiremock');
  mkdirSync(join(root, 'mappings'), { recursive: true });
  const stub = (method, urlPath, file) => ({
    request: { method, urlPath },
    response: { status: 200, ...staticResponse(file) },
  });
  const mappings = [stub('GET', '/categories', getFile), stub('POST', '/get-shipping-rates', postFile)];
  writeFileSync(join(root, 'mappings', 'stubs.json'), JSON.stringify({ mappings }));
  const quiet = ['--no-request-journal', '--disable-request-logging', '--disable-banner', '--disable-gzip'];
  return {
    name,
    version: `${version}, Java ${javaVersion}`,
    does: 'two static stubs with the same bytes, matched by method and path; no journal, no request log, no gzip; its threads use every core',
    base: '',
    command: (port) => [
      ...['java', '-jar', jar, '--port', String(port), '--bind-address', '127.0.0.1', '--root-dir', root],
      ...quiet,
    ],
  };
}

function mockServer({ getFile, postFile }) {
  const [name, version] = ['MockServer', '5.15.0'];
  const { jar, why } = javaProgram('org.mock-server', 'mockserver-netty-no-dependencies', version);
  if (why) return { name, why };
  const expectation = (method, path, file) => ({
    httpRequest: { method, path },
    httpResponse: { statusCode: 200, ...staticResponse(file) },
  });
  const file = join(folder, 'mockserver.json');
  writeFileSync(
    file,
    JSON.stringify([
      expectation('GET', '/categories', getFile),
      expectation('POST', '/get-shipping-rates', postFile),
    ]),
  );
  const settings = {
    disableLogging: true,
    disableSystemOut: true,
    logLevel: 'OFF',
    localBoundIP: '127.0.0.1',
    initializationJsonPath: file,
  };
  const properties = Object.entries(settings).map(([key, value]) => `-Dmockserver.${key}=${value}`);
  return {
    name,
    version: `${version}, Java ${javaVersion}`,
    does: 'two static expectations with the same bytes, matched by method and path; logging disabled; its threads use every core',
    base: '',
    command: (port) => ['java', ...properties, '-jar', jar, '-serverPort', String(port)],
  };
}

const staticResponse = (file) => ({
  headers: { 'Content-Type': 'application/json' },
  body: readFileSync(file, 'utf8'),
});
