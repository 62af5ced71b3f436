/**
 * Do official clients work on the mock of their service's document? Starts it for each, and makes ordinary calls. CI runs it.
 *
 *   node bench/sdks.mjs [--only NAME]
 *
 * It exits with 1 when a call failed. The clients are installed into bench/.documents the first time.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchDocuments } from './documents/fetch-documents.mjs';
import { clients } from './sdks/calls.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const program = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const folder = fileURLToPath(new URL('.documents/sdks', import.meta.url));

install();
const { default: load } = await import(pathToFileURL(`${folder}/load.mjs`).href);
const documents = fetchDocuments((title) => clients.some(({ document }) => document === title));
let passes = 0;
let failures = 0;
for (const client of clients.filter(({ name }) => options.only === undefined || name === options.only)) {
  const mock = await start(fileOf(client.document));
  try {
    await callAll(client, mock.url);
  } finally {
    mock.process.kill();
  }
}
console.log(`${passes} calls succeeded, ${failures} failed.`);
process.exitCode = failures > 0 ? 1 : 0;

/** An excerpt beside the calls, or a document of the list. */
function fileOf(name) {
  if (name.endsWith('.yaml')) return fileURLToPath(new URL(`sdks/${name}`, import.meta.url));
  return documents.find(({ document }) => document === name).file;
}

function install() {
  mkdirSync(folder, { recursive: true });
  // A module there finds the clients that are installed there.
  writeFileSync(`${folder}/load.mjs`, 'export default (name) => import(name);\n');
  const wanted = new URL('sdks/package.json', import.meta.url);
  const has = existsSync(`${folder}/node_modules`) && readFileSync(`${folder}/package.json`, 'utf8');
  if (has === readFileSync(wanted, 'utf8')) return;
  copyFileSync(wanted, `${folder}/package.json`);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
  });
}

async function start(file) {
  const child = spawn(
    process.execPath,
    [program, 'mock', '--port', '0', '--control-port', '0', '--spec', file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [''])]);
  const url = /ready at (\S+)/.exec(line)?.[1];
  if (url === undefined) throw new Error(`The mock of ${file} did not start.`);
  return { process: child, url: new URL(url) };
}

async function callAll({ name, connect, calls }, url) {
  const module = await load(name);
  const client = connect(module, url);
  for (const [call, make] of Object.entries(calls)) {
    try {
      console.log(`ok    ${name} ${call}: ${await make(client, url)}`);
      passes += 1;
    } catch (cause) {
      failures += 1;
      console.log(`FAIL  ${name} ${call}: ${cause.message}`);
    }
  }
}
