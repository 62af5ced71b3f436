/** The reference in a real browser. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import { packageFile } from '../../contract/package-root.js';
import { dashboardRouter } from '../dashboard/dashboard-router.js';
import { faintControls } from '../dashboard/testing/control-contrast.js';
import { axeFindings, foreignName, launchBrowser, whyNoBrowser } from '../dashboard/testing/page-browser.js';
import { describeUnless } from '../../testing/unless.js';
import { referenceRouter, servedPage } from './reference-router.js';

describeUnless(whyNoBrowser, 'the reference in Chromium', () => {
  let browser: Browser;
  let server: Server;
  let base: string;
  let port: number;
  let document: unknown;
  let reached: { host: string | undefined; path: string; key: string | undefined }[] = [];
  const ours: unknown = parse(readFileSync(packageFile('openapi.yaml'), 'utf8'));

  beforeAll(async () => {
    const app = express();
    app.use((request, _response, next) => {
      const { host, authorization } = request.headers;
      reached.push({ host, path: request.path, key: authorization });
      next();
    });
    const pages = referenceRouter([{ ...servedPage, document: () => document, title: () => 'The title' }]);
    app.use('/__drydock', pages, dashboardRouter({ service: () => '' }));
    app.use((_request, response) => {
      response.json({ message: 'tried and answered' });
    });
    server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
    base = `http://127.0.0.1:${port}`;
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Opens the page; `trouble` collects every error, policy violation and request to another host. */
  async function open(
    shown: unknown,
    path = 'docs',
    width = 1280,
  ): Promise<{ page: Page; trouble: string[] }> {
    document = shown;
    reached = [];
    const trouble: string[] = [];
    const page = await browser.newPage({ colorScheme: 'light', viewport: { width, height: 800 } });
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') trouble.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${base}/`)) trouble.push(`request to ${request.url()}`);
    });
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (v) => console.error('violation', v.violatedDirective, v.blockedURI))`,
    );
    await page.goto(`${base}/__drydock/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, trouble };
  }

  it('shows operations with parameters, schemas and examples, and tries one with the sandbox’s key', async () => {
    const { page, trouble } = await open(ours);
    await page.getByRole('heading', { name: 'Shipping and Catalog Developer Service' }).waitFor();
    await page.locator('.operation summary', { hasText: '/get-shipping-rates' }).click();
    await page.getByText('array of Box').first().waitFor();
    await page.getByRole('region', { name: /^Example: Request of getShippingRates/ }).waitFor();
    await page
      .getByRole('form', { name: 'Try getShippingRates' })
      .getByRole('button', { name: 'Send' })
      .click();
    await page.getByText('tried and answered').waitFor();
    expect(reached.at(-1)).toEqual({
      host: `127.0.0.1:${port}`,
      path: '/api/v1/developer/get-shipping-rates',
      key: 'Bearer dk_test_demo',
    });
    await page.locator('.response summary').first().click();
    await page.getByText('shipping_charge').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await faintControls(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('is what docs/reference.png shows', async () => {
    const { page } = await open(ours);
    const size = { width: 1280, height: 720 };
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${base}/__drydock/docs#operation-getShippingRates`);
    await page.locator('.operation[open]').getByText('array of Box').first().waitFor();
    const file = packageFile('docs', 'reference.png');
    if (process.env.UPDATE_PICTURES !== undefined) await page.screenshot({ path: file });
    const png = readFileSync(file);
    expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual(size);
    await page.close();
  });

  it('uses the theme that was chosen in the page, and links back to the page', async () => {
    const { page } = await open(ours);
    await page.evaluate("localStorage.setItem('drydock-theme', 'dark')");
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(await axeFindings(page, ['color-contrast'])).toEqual([]);
    expect(await faintControls(page)).toEqual([]);
    expect(
      await page.getByRole('link', { name: 'Drydock' }).evaluate('document.querySelector(".back-home").href'),
    ).toBe(`${base}/__drydock/`);
    await page.close();
  });

  it('opens the operation that its address names, and fits a phone', async () => {
    const { page } = await open(ours, 'docs#operation-createOrder', 390);
    await page.getByRole('form', { name: 'Try createOrder' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    const [head, summary] = [page.locator('.side'), page.locator('#operation-createOrder > summary')];
    const [above, own] = [(await head.boundingBox())!, (await summary.boundingBox())!];
    expect(own.y).toBeGreaterThanOrEqual(above.y + above.height);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  it('scrolls to what is chosen in its list, and the list follows the scroll', async () => {
    const { page } = await open(ours);
    const list = page.getByRole('navigation', { name: 'Operations' });
    const current = list.locator('[aria-current]');
    await list.getByRole('link', { name: 'POST /create-order' }).click();
    await page.getByRole('form', { name: 'Try createOrder' }).waitFor();
    const top = (await page.locator('#operation-createOrder').boundingBox())!.y;
    expect(Math.abs(top)).toBeLessThan(100);
    await current.and(page.getByRole('link', { name: 'POST /create-order' })).waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await current.filter({ hasNotText: 'create-order' }).waitFor();
    await page.close();
  });

  it('finds operations by a field of theirs, percent-encoded or not, and unfolds the field of its address', async () => {
    const { page } = await open(ours, 'docs?find=weight%255Funit');
    const found = page.locator('.operation summary strong');
    expect(await found.allInnerTexts()).toEqual(['/get-shipping-rates']);
    await page.keyboard.press('/');
    await page.locator('#find-operation:focus').fill('tracking_number');
    expect(await found.allInnerTexts()).toContain('/create-order');
    expect(await found.allInnerTexts()).not.toContain('/get-shipping-rates');
    await page.goto(`${base}/__drydock/docs?field=quantity#operation-getShippingRates`);
    const field = page.locator('.operation[open] [data-wanted]').first();
    await field.waitFor();
    expect(await field.innerText()).toMatch(/^quantity/);
    const { y } = (await field.boundingBox())!;
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(800);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });

  it('shows a schema that contains itself, and documents that are hardly any', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } };
    const post = { requestBody: { content }, responses: { 200: null }, parameters: [null, 1] };
    const { page, trouble } = await open({
      ...{ openapi: '3.1.0', paths: { '/a': { post }, '/b': null, '/c': { get: 1 } } },
      components: { schemas: { Node: node } },
    });
    await page.locator('.operation summary').first().click();
    for (let depth = 1; depth < 4; depth += 1) await page.getByText('One part of next').nth(depth).click();
    await page.goto('about:blank');
    for (const shown of [null, [], 'text', { paths: [] }]) {
      document = shown;
      await page.goto(`${base}/__drydock/docs`);
      await page.getByText('No operation matches').waitFor();
    }
    expect(trouble).toEqual([]);
    await page.close();
  });

  it('neither runs scripts of a hostile document nor fetches its URLs', async () => {
    const evil = `http://${foreignName}:${port}`;
    const attack = `</script></title><script>window.taken=1</script><img src=x onerror="window.taken=1">"'&quot;`;
    const { page } = await open({
      openapi: '3.1.0',
      info: {
        title: `Hostile ${attack}`,
        version: attack,
        description: `${attack}\n\n![pixel](${evil}/pixel)\n\n[run](javascript:window.taken=1)\n\n<iframe src="${evil}/frame"></iframe>`,
      },
      servers: [{ url: `${evil}/v1`, description: attack }],
      components: {
        securitySchemes: { [attack]: { type: 'http', scheme: 'bearer', description: attack } },
        schemas: { Remote: { $ref: `${evil}/schema.json` } },
      },
      paths: {
        [`/${attack}`]: {
          get: {
            ...{ summary: `Operation ${attack}`, tags: [attack], security: [{ [attack]: [] }] },
            responses: { 200: { description: attack } },
          },
        },
      },
    });
    await page.locator('.operation summary').click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('tried and answered').waitFor();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(
      await page.evaluate(`document.querySelectorAll('iframe, img, a[href^="javascript:" i]').length`),
    ).toBe(0);
    expect(reached.filter(({ host }) => host !== `127.0.0.1:${port}`)).toEqual([]);
    await page.close();
  });
});
