// Measures the page with many requests in the journals: first content, script and style on the wire, memory, long tasks, searches.
// Usage: node bench/page.mjs [--requests 50000]. It needs a build and a Chromium (/usr/bin/chromium or CHROMIUM_PATH).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request as httpRequest, Agent } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { ordinaryShipments } from './load/shipments.mjs';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '50000' } } });
const requests = Number(values.requests);
const sandboxes = 20;
const root = fileURLToPath(new URL('..', import.meta.url));
const assets = join(root, 'dist/dashboard/assets');
const { createServer } = await import(join(root, 'dist/src/index.js'));

const server = await createServer({
  ...{ port: 0, controlPort: 0, quota: 'off', journal: Math.ceil(requests / sandboxes) },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  await measure();
} finally {
  await browser.close();
  await server.close();
}

async function measure() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.control.origin}/__drydock/#token=${server.controlToken}&/traffic`);
  await page.getByText('Live', { exact: true }).waitFor();
  const [first, all] = [wireBytes(true), wireBytes(false)].map(kilo);
  console.log(
    `script and style          ${all} kB by brotli, of which ${first} kB come first; typefaces ${kilo(typefaceBytes())} kB`,
  );

  const firstBefore = await firstContent(page);
  await page.evaluate(`window.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })`);
  const before = await heapOf(page);
  await sendAll(requests);
  await page
    .getByText(/requests/)
    .first()
    .waitFor();
  await page.waitForTimeout(1000);
  const longest = Math.max(0, ...(await page.evaluate('longTasks')));
  console.log(`heap with ${requests} requests  ${mega(await heapOf(page))} MB (${mega(before)} before)`);
  console.log(`longest task meanwhile    ${longest.toFixed(0)} ms (${longest === 0 ? 'none above 50' : ''})`);

  for (const search of ['status:5xx', 'op:getShippingRates took:>0', 'union post', 'nowhere-at-all']) {
    const rounds = [];
    for (let round = 0; round < 5; round += 1) rounds.push(await searchTime(search));
    const [wall, processor] = ['wall', 'processor'].map((kind) => median(rounds.map((one) => one[kind])));
    const typed = await typedTime(page, search);
    console.log(
      `search ${search.padEnd(28)} ${wall.toFixed(0)} ms by the API (${processor.toFixed(0)} of processor time), ${typed.toFixed(0)} ms typed in the page`,
    );
  }
  await page.getByRole('combobox', { name: 'Search' }).fill('');
  const after = await firstContent(page);
  console.log(`first content             ${after} ms (${firstBefore} before the requests)`);
}

/** Median and range over reloads of a page that has read its list. */
async function firstContent(page) {
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    const painted = await page.waitForFunction(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
    );
    times.push(await painted.jsonValue());
    await page.waitForTimeout(1000);
  }
  const [least, most] = [Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0));
  return `${median(times).toFixed(0)} (${least} to ${most})`;
}

/** Rates, orders that are refused, and categories, from many sandboxes, eight at a time. */
async function sendAll(count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const shipments = ordinaryShipments(1000).map((one) => JSON.stringify(one));
  let left = count;
  const client = async () => {
    for (let n = left--; n > 0; n = left--) {
      const key = `dk_test_s${n % sandboxes}${n % 50 === 0 ? '~flaky' : ''}`;
      if (n % 3 === 0) await ask(agent, 'POST', '/get-shipping-rates', key, shipments[n % 1000]);
      else if (n % 3 === 1) await ask(agent, 'POST', '/create-order', key, '{"rate":7}');
      else await ask(agent, 'GET', '/categories', key);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  agent.destroy();
}

function ask(agent, method, path, key, body) {
  const url = server.url + path;
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, agent, headers }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Milliseconds of a clock, and of processor time, which other programs on the machine change less. */
async function searchTime(search) {
  const [start, usage] = [performance.now(), process.cpuUsage()];
  const query = `summary=true&limit=200&search=${encodeURIComponent(search)}`;
  const response = await fetch(`${server.control.origin}/__drydock/requests?${query}`, {
    headers: { Authorization: `Bearer ${server.controlToken}` },
  });
  await response.text();
  const { user, system } = process.cpuUsage(usage);
  return { wall: performance.now() - start, processor: (user + system) / 1000 };
}

/** From the last letter until the list has another count. */
async function typedTime(page, search) {
  await page.getByRole('combobox', { name: 'Search' }).fill('');
  return page.evaluate(
    `new Promise((resolve) => {
       const field = document.getElementById('traffic-search');
       const count = document.querySelector('.traffic-count');
       const start = performance.now();
       let last = start;
       new MutationObserver(() => { last = performance.now(); }).observe(count, { subtree: true, childList: true, characterData: true });
       field.value = ${JSON.stringify(search)};
       field.dispatchEvent(new Event('input', { bubbles: true }));
       setTimeout(() => resolve(last - start), 1500);
     })`,
  );
}

/** Bytes of scripts and styles of the page, without those of the reference. @param first whether only those that the first view loads */
function wireBytes(first) {
  const html = readFileSync(join(root, 'dist/dashboard/index.html'), 'utf8');
  return sizeOf(
    (name) => /(?<!^reference-.*)\.(js|css)\.br$/.test(name) && (!first || html.includes(name.slice(0, -3))),
  );
}

function typefaceBytes() {
  return sizeOf((name) => name.endsWith('.woff2'));
}

function sizeOf(passes) {
  return readdirSync(assets)
    .filter(passes)
    .reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);
}

async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function kilo(bytes) {
  return (bytes / 1000).toFixed(1);
}

function mega(bytes) {
  return (bytes / 1e6).toFixed(1);
}
