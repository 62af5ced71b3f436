import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Ajv from 'ajv';
import schemas from 'har-schema';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { startControlTester, type ControlTester } from '../../control/testing/control-tester.js';
import { chromiumPath, whyNoBrowser } from '../../server/dashboard/testing/page-browser.js';
import { itUnless } from '../../testing/unless.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import type { Har, HarEntry } from './har.js';
import { HarFile } from './har-file.js';
import { writeHar } from './write-har.js';

let tester: ControlTester;
let har: Har;

beforeAll(async () => {
  tester = await startControlTester({ keys: ['sk_live_secret_12345678'] });
  const key = 'dk_test_har';
  await tester.visit(key, '/categories');
  await tester.visit(key, '/get-shipping-rates', { method: 'POST', body: { weight: 'heavy' } });
  await tester.visit(`${key}~connection-closed`, '/categories').catch(() => undefined);
  await tester.visit(`${key}~truncated`, '/categories').catch(() => undefined);
  har = await harOf('har');
});
afterAll(() => tester.server.close());

async function harOf(sandbox: string): Promise<Har> {
  const response = await fetch(
    `http://127.0.0.1:${tester.server.port}/__drydock/sandboxes/${sandbox}/requests`,
    { headers: { Authorization: `Bearer ${tester.server.controlToken}`, Accept: 'application/har+json' } },
  );
  expect(response.headers.get('content-type')).toBe('application/har+json');
  return (await response.json()) as Har;
}

/** Lists how a value breaks the schema of HAR 1.2. */
function complaints(value: unknown): unknown {
  const ajv = new Ajv.default({
    strict: false,
    validateSchema: false,
    logger: false,
    validateFormats: false,
  });
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json#');
  if (!validate) throw new Error('har-schema has no har.json.');
  return validate(value) ? [] : validate.errors;
}

/** An exchange of another service, as a proxy sees it. */
const exchange = (changes: Partial<RecordedExchange> = {}): RecordedExchange => ({
  id: 'entry 1',
  startedAt: 0,
  durationMs: 12.5,
  request: {
    method: 'POST',
    target: 'https://user:pass@api.example/login?key=k-12345678&page=2',
    headers: [
      ['Authorization', 'Bearer abcdefgh12345678'],
      ['Cookie', 'sid=s-12345678'],
      ['Content-Type', 'application/json'],
    ],
    body: { bytes: Buffer.from('{"user":"ann","password":"hunter2-hunter2"}') },
  },
  response: {
    status: 200,
    headers: [['Set-Cookie', 'sid=t-12345678; Path=/']],
    body: { bytes: Buffer.from('{"access_token":"u-12345678","echo":"abcdefgh12345678"}') },
  },
  ...changes,
});

describe('the journal as HAR', () => {
  it('is HAR 1.2', () => {
    expect(har.log.version).toBe('1.2');
    expect(har.log.entries).toHaveLength(4);
    expect(complaints(har)).toEqual([]);
    expect(
      complaints({ log: { ...har.log, entries: [{ ...har.log.entries[0], time: 'long' }] } }),
    ).not.toEqual([]);
  });

  it('has what clients sent and got, with operation, scenario and fault', () => {
    const [listed, refused, closed, cut] = har.log.entries as [HarEntry, HarEntry, HarEntry, HarEntry];
    expect(listed.request.url).toBe(`http://127.0.0.1:${tester.server.port}/api/v1/developer/categories`);
    expect(JSON.parse(listed.response.content.text ?? '')).toMatchObject({ status: true });
    expect(listed._drydock).toMatchObject({
      id: 1,
      sandbox: 'har',
      operation: 'listCategories',
      scenario: null,
    });
    expect(refused.request.postData?.text).toBe('{"weight":"heavy"}');
    expect([refused.response.status, refused._drydock.problems?.length]).toEqual([400, expect.any(Number)]);
    expect(closed.response.status).toBe(0);
    expect(closed._drydock).toMatchObject({
      scenario: { names: ['connection-closed'], channel: 'key', fault: 'close' },
      broken: { head: false, end: 'closed', status: 200 },
    });
    expect(cut._drydock.broken?.contentLength).toBeGreaterThan(cut.response.content.size);
  });

  it('shows a key that is a secret by its first characters alone', async () => {
    await tester.visit('sk_live_secret_12345678', '/categories');
    const { json } = await tester.ask('GET', '/sandboxes');
    const sandboxes = json.sandboxes as { name: string }[];
    const texts = await Promise.all(sandboxes.map(async ({ name }) => JSON.stringify(await harOf(name))));
    expect(texts.join()).toContain('sk_l…');
    expect(texts.join()).not.toContain('secret_12345678');
  });

  it('masks credentials in headers, cookies and addresses, and secrets in bodies by their names', () => {
    const [entry] = writeHar([exchange()]).log.entries;
    const text = JSON.stringify(entry);
    for (const secret of ['12345678', 'hunter2', 'pass@']) expect(text).not.toContain(secret);
    expect(entry?.request.url).toBe(
      'https://api.example/login?key=k-1%E2%80%A6&page=2'.replace('%E2%80%A6', '…'),
    );
    expect(entry?.response.content.size).toBe(55);
    expect(entry?._drydock.masked).toEqual([
      'request header: Authorization',
      'request header: Cookie',
      'request body: password',
      'response header: Set-Cookie',
      'response body: access_token',
      'response body: a known secret',
    ]);
    expect(complaints(writeHar([exchange()]))).toEqual([]);
  });

  it('is a whole one after each exchange that a file gets, with bodies as clients read them', async () => {
    const file = join(temporaryFolder(), 'traffic.har');
    const written = new HarFile(file);
    const entries = (): Har['log']['entries'] => (JSON.parse(readFileSync(file, 'utf8')) as Har).log.entries;
    expect(entries()).toEqual([]);
    const packed = { bytes: gzipSync('{"data":[]}') };
    await written.add(
      exchange({ response: { status: 200, headers: [['Content-Encoding', 'gzip']], body: packed } }),
    );
    expect(entries().map(({ response }) => response.content.text)).toEqual(['{"data":[]}']);
    await Promise.all([written.add(exchange({ response: { fault: 'reset' } })), written.add(exchange())]);
    await written.close();
    expect(entries().map(({ response }) => response.status)).toEqual([200, 0, 200]);
  });

  itUnless(whyNoBrowser, 'is opened by Playwright, whose page gets the recorded responses', async () => {
    const file = join(temporaryFolder(), 'journal.har');
    const [first] = har.log.entries as [HarEntry];
    // Another host, so that nothing but the recording can answer.
    const url = 'http://api.example/categories';
    const entries = [{ ...first, request: { ...first.request, url } }];
    writeFileSync(file, JSON.stringify({ log: { ...har.log, entries } }));
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath: chromiumPath, args });
    const page = await browser.newPage();
    await page.routeFromHAR(file, { notFound: 'abort' });
    await page.route('http://page.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '' }),
    );
    await page.goto('http://page.example/');
    const text = await page.evaluate<string>(
      `fetch('${url}', { headers: { Authorization: 'Bearer x' } }).then((response) => response.text())`,
    );
    await browser.close();
    expect(text).toBe(first.response.content.text);
  });
});
