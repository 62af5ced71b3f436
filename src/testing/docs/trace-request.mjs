/**
 * Prints the modules of dist in which a function runs during one rate request, as JSON. The mock and
 * everything that loads late are warmed up before.
 */
import { Session } from 'node:inspector/promises';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const { createServer } = await import(new URL('dist/src/index.js', root).href);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const mock = await createServer({ port: 0 });
const document = parse(readFileSync(new URL('openapi.yaml', root), 'utf8'));
const { examples } = document.paths['/get-shipping-rates'].post.requestBody.content['application/json'];
const body = JSON.stringify(Object.values(examples)[0].value);

for (let count = 0; count < 3; count += 1) await ask();
await session.post('Profiler.takePreciseCoverage');
await ask();
const { result } = await session.post('Profiler.takePreciseCoverage');
await mock.close();

const dist = new URL('dist/', root).href;
const run = result.filter(({ url }) => url.startsWith(dist)).flatMap(modulesThatRan);
console.log(JSON.stringify([...new Set(run)].sort()));

/** The build bundles modules; before each it writes the name of its file. */
function modulesThatRan({ url, functions }) {
  const file = url.slice(dist.length);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const starts = [...text.matchAll(/^\/\/ (\S+\.ts)$/gm)];
  return functions
    .map(({ ranges: [range] }) => range)
    .filter(({ count }) => count > 0)
    .map(({ startOffset }) => starts.findLast(({ index }) => index < startOffset)?.[1] ?? file);
}

async function ask() {
  const headers = { Authorization: 'Bearer dk_test_trace', 'Content-Type': 'application/json' };
  const response = await fetch(`${mock.url}/get-shipping-rates`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`The request got ${response.status}.`);
  await response.arrayBuffer();
}
