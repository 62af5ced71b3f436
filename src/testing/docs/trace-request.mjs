/**
 * Prints the modules of src in which a function runs during one rate request, as JSON. The mock and
 * everything that loads late are warmed up before.
 */
import { Session } from 'node:inspector/promises';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const { createServer } = await import(new URL('dist/src/index.js', root).href);

// Whatever the mock does from time to time is no part of the request.
globalThis.setInterval = () => ({ ref: () => undefined, unref: () => undefined });

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
const run = result.filter(hasSourceMap).flatMap(modulesThatRan);
console.log(JSON.stringify([...new Set(run)].sort()));

/** Generated code has none. */
function hasSourceMap({ url }) {
  return url.startsWith(dist) && existsSync(fileURLToPath(`${url}.map`));
}

/** The build bundles modules; a file's source map tells from which of them a function comes. */
function modulesThatRan({ url, functions }) {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  return functions
    .map(({ ranges: [range] }) => range)
    .filter(({ count }) => count > 0)
    .map(({ startOffset }) => {
      const before = text.slice(0, startOffset).split('\n');
      return map.findEntry(before.length - 1, before.at(-1).length).originalSource;
    })
    .filter((source) => source !== undefined)
    .map((source) => new URL(source, url).href)
    .filter((source) => source.startsWith(root.href))
    .map((source) => source.slice(root.href.length));
}

async function ask() {
  const headers = { Authorization: 'Bearer dk_test_trace', 'Content-Type': 'application/json' };
  const response = await fetch(`${mock.url}/get-shipping-rates`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`The request got ${response.status}.`);
  await response.arrayBuffer();
}
