/** Pages of this machine may send cookies to the service (`credentials: 'include'`), and nothing else is open to them by that. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../testing/after-file.js';
import { startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { describeUnless } from '../../testing/unless.js';
import { launchBrowser, whyNoBrowser } from '../dashboard/testing/page-browser.js';

const json = { 'application/json': { schema: { type: 'object' } } };
const spec = temporaryFile(
  'cookies.json',
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Cookies', version: '1' },
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
    security: [{ session: [] }],
    paths: {
      '/me': {
        get: {
          responses: {
            200: { description: '', content: json, headers: { Vary: { example: 'Accept-Language' } } },
          },
        },
        put: { requestBody: { content: json }, responses: { 200: { description: '', content: json } } },
      },
    },
  }),
);
const server = await startMock({ spec, allowHosts: ['app.example.com'], controlPort: 0 });

async function corsOf(origin: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { ...(init.headers as Record<string, string>), Origin: origin };
  const response = await fetch(`${server.origin}/me`, { ...init, headers });
  return ['origin', 'credentials'].map((name) => response.headers.get(`access-control-allow-${name}`));
}

const preflight = { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'PUT' } };
const forced = { headers: { 'X-Mock-Scenario': 'server-error' } };

it.each(['http://localhost:5173', 'http://127.0.0.1:3000', 'https://app.example.com'])(
  'a page at %s may send cookies, also where it is refused or a scenario answers',
  async (origin) => {
    for (const init of [preflight, {}, forced]) expect(await corsOf(origin, init)).toEqual([origin, 'true']);
  },
);

it.each(['https://shop.example', 'https://localhost.evil.example', 'null'])(
  'a page at %s may read responses, but send no cookies',
  async (origin) => {
    for (const init of [preflight, {}, forced]) expect(await corsOf(origin, init)).toEqual(['*', null]);
  },
);

it('a response that varies by a header of its own names both', async () => {
  const headers = { Origin: 'http://localhost:5173', Cookie: 'session=dk_test_a' };
  expect((await fetch(`${server.origin}/me`, { headers })).headers.get('vary')).toBe(
    'Origin, Accept-Language',
  );
});

describeUnless(whyNoBrowser, 'a page of another origin in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('reaches the service with its cookie, and not the control API', async () => {
    const app = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end('<title>app</title>');
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    afterFile(() => void app.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`);
    const statusOf = (url: string, method = 'GET'): Promise<number | string> =>
      page.evaluate(
        async ([address, verb]) => {
          const body = verb === 'PUT' ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : {};
          return fetch(address, { method: verb, credentials: 'include', ...body }).then(
            ({ status }) => status,
            (cause: unknown) => String(cause),
          );
        },
        [url, method] as const,
      );
    expect(await statusOf(`${server.origin}/me`)).toBe(401);
    await page.evaluate("document.cookie = 'session=dk_test_page'");
    expect(await statusOf(`${server.origin}/me`)).toBe(200);
    expect(await statusOf(`${server.origin}/me`, 'PUT')).toBe(200);
    for (const origin of [server.origin, server.control?.origin])
      expect(await statusOf(`${origin}/__drydock/sandboxes`)).toContain('Failed to fetch');
    await page.close();
  });
});
