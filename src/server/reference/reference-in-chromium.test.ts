/**
 * The page in a real browser, with the script that the build copies. It needs a Chromium (/usr/bin/chromium or
 * CHROMIUM_PATH), playwright-core to drive it and swagger-ui-dist to copy from; where one is missing it says so.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import { referenceRouter } from './reference-router.js';

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const copyReference = fileURLToPath(new URL('../../build/copy-reference.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reference-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const playwright = await import('playwright-core').catch(() => undefined);
const missing = whatIsMissing();
if (missing !== undefined) process.stderr.write(`The reference is not tested in a browser: ${missing}.\n`);

function whatIsMissing(): string | undefined {
  if (!existsSync(chromiumPath)) return `there is no Chromium at ${chromiumPath} (set CHROMIUM_PATH)`;
  if (playwright === undefined) return 'playwright-core is not installed';
  try {
    createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js');
    return undefined;
  } catch {
    return 'swagger-ui-dist is not installed';
  }
}

(missing === undefined ? describe : describe.skip)('the reference in Chromium', () => {
  let browser: Browser;
  let server: Server;
  let base: string;
  let port: number;
  let document: unknown;
  let reached: { host: string | undefined; path: string; key: string | undefined }[];

  beforeAll(async () => {
    execFileSync(process.execPath, [copyReference, folder]);
    const app = express();
    app.use((request, _response, next) => {
      const { host, authorization } = request.headers;
      reached.push({ host, path: request.path, key: authorization });
      next();
    });
    app.use('/__drydock', referenceRouter({ document: () => document, title: () => 'The title', folder }));
    app.use((_request, response) => {
      response.json({ message: 'tried and answered' });
    });
    server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
    base = `http://127.0.0.1:${port}`;
    // Every other host resolves to this server too: it sees requests that try to leave, and the test needs no network.
    const args = ['--host-resolver-rules=MAP * 127.0.0.1'];
    if (process.getuid?.() === 0) args.push('--no-sandbox');
    browser = await playwright!.chromium.launch({ executablePath: chromiumPath, args });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Opens the page; `trouble` collects every error, policy violation and request to another host. */
  async function open(
    shown: unknown,
    colorScheme: 'light' | 'dark',
  ): Promise<{ page: Page; trouble: string[] }> {
    document = shown;
    reached = [];
    const trouble: string[] = [];
    const page = await browser.newPage({ colorScheme });
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${base}/`) && !url.startsWith('data:')) trouble.push(`request to ${url}`);
    });
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (v) => console.error('violation', v.violatedDirective, v.blockedURI))`,
    );
    await page.goto(`${base}/__drydock/docs`, { waitUntil: 'networkidle' });
    return { page, trouble };
  }

  it.each(['light', 'dark'] as const)(
    'shows our document in %s, quietly, and tries an operation',
    async (scheme) => {
      const ours: unknown = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'));
      const { page, trouble } = await open(ours, scheme);
      await page.getByRole('heading', { name: 'Shipping and Catalog Developer Service' }).waitFor();
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(scheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgba(0, 0, 0, 0)');
      await page.locator('#operations-Catalog-listCategories').click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.locator('text=tried and answered').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(reached.at(-1)).toEqual({
        host: `127.0.0.1:${port}`,
        path: '/api/v1/developer/categories',
        key: 'Bearer dk_test_demo',
      });
      expect(trouble).toEqual([]);
      await page.close();
    },
    60_000,
  );

  it('neither runs scripts of a hostile document nor fetches its URLs', async () => {
    const evil = `http://evil.example:${port}`;
    const attack = `</script></title><script>window.taken=1</script><img src=x onerror="window.taken=1">"'&quot;`;
    const { page } = await open(
      {
        openapi: '3.1.0',
        info: {
          title: `Hostile ${attack}`,
          version: attack,
          description: `${attack}\n\n![pixel](${evil}/pixel)\n\n[run](javascript:window.taken=1)\n\n<iframe src="${evil}/frame"></iframe>
            <style>body{background:url(${evil}/style)}</style><p style="background:url(${evil}/attribute)">text</p>`,
        },
        servers: [{ url: `${evil}/v1`, description: attack }],
        components: {
          securitySchemes: { [attack]: { type: 'http', scheme: 'bearer', description: attack } },
          schemas: { Remote: { $ref: `${evil}/schema.json` } },
        },
        paths: {
          [`/${attack}`]: {
            get: {
              summary: `Operation ${attack}`,
              tags: [attack],
              responses: { 200: { description: attack } },
            },
          },
        },
      },
      'light',
    );
    await page.locator('.opblock-summary').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(await page.evaluate(`document.querySelectorAll('iframe, a[href^="javascript:" i]').length`)).toBe(
      0,
    );
    expect(reached.filter(({ host }) => host !== `127.0.0.1:${port}`)).toEqual([]);
    await page.close();
  }, 60_000);
});
