import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const authorization = 'Bearer dk_test_smoke';

/**
 * Starts the installed mock with one Node and does once what people do with it.
 *
 * @param node the program
 * @param command the installed package's main file
 * @throws Error at the first thing that is not as it should be
 */
export async function smokeTest(node, command, cwd) {
  const mock = spawn(node, [command, 'mock', '--port', '0'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(mock, 'exit');
  try {
    const url = await readyUrl(mock);
    await answers(`${url}/categories`, 200, { authorization });
    await answers(`${url}/categories`, 429, { authorization, 'X-Mock-Scenario': 'rate-limited' });
    // A browser that knows only the service's address is led to the page and the reference.
    await answers(new URL('/__drydock/', url), 200);
    await checkReference(new URL('/__drydock/docs', url));
    const keys = ['--key=dk_test_smoke', '--expired-key=dk_expired_smoke', '--limited-key=dk_limited_smoke'];
    await promisify(execFile)(node, [command, 'verify', url, ...keys, '--level=should'], { cwd });
  } finally {
    mock.kill('SIGTERM');
  }
  const [code] = await exited;
  if (code !== 0) throw new Error(`The mock ended with ${code} after SIGTERM.`);
}

/**
 * Mocks a document of OpenAPI 3.0 that has no handlers: what answers it is built into the package.
 *
 * @throws Error if an answer is not what the document's schema says
 */
export async function smokeTestDocument(node, command, cwd) {
  const schema = { type: 'string', nullable: false, format: 'email' };
  const content = { 'application/json': { schema } };
  const get = { responses: { 200: { description: 'An address', content } } };
  const document = {
    openapi: '3.0.3',
    info: { title: 'Mail', version: '1' },
    paths: { '/address': { get } },
  };
  await writeFile(join(cwd, 'mail.json'), JSON.stringify(document));
  const options = ['--port', '0', '--spec', 'mail.json'];
  const mock = spawn(node, [command, 'mock', ...options], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const text = await answers(`${await readyUrl(mock)}/address`, 200, { Prefer: 'dynamic=true' });
    if (!/^"[^"@]+@[^"@]+"$/.test(text)) throw new Error(`GET /address answered ${text}, no address.`);
  } finally {
    mock.kill('SIGTERM');
  }
}

async function readyUrl(mock) {
  for await (const line of createInterface({ input: mock.stdout })) {
    const url = /^Drydock ready at (\S+)$/.exec(line)?.[1];
    if (url) return url;
    throw new Error(`The mock did not get ready: ${line}`);
  }
  throw new Error('The mock ended without a word.');
}

async function answers(url, status, headers = {}) {
  const response = await fetch(url, { headers });
  if (response.status !== status) throw new Error(`${url} answered ${response.status}, not ${status}.`);
  return response.text();
}

/** The page itself is small: what it loads is what the build may have left out. */
async function checkReference(url) {
  const response = await fetch(url);
  const html = await response.text();
  const assets = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, path]) => path);
  if (assets.length === 0) throw new Error(`${url} loads no files.`);
  for (const path of assets) await answers(new URL(path, response.url), 200);
}
