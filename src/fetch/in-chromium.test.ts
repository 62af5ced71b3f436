/** The built handler in a real Chromium, under a policy that forbids evaluation: alone, behind MSW's service worker, as page routes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { packageFile } from '../contract/package-root.js';
import { launchBrowser, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { describeUnless } from '../testing/unless.js';
import { rateExamples } from '../testing/rate-requests.js';
import { createFetchHandler } from './index.js';
import { routePage } from './route-page.js';
import { bundledSite, type BundledSite } from './testing/bundled-site.js';

const address = 'https://api.shop.example/v1';
const body = JSON.stringify(rateExamples.usa_to_bangladesh);
const alone = `
  import { createFetchHandler } from './dist/src/fetch/index.js';
  globalThis.handler = createFetchHandler({ clock: '2026-01-01T00:00:00Z' });
  document.documentElement.dataset.ready = '';
`;
const worker = `
  import { setupWorker } from 'msw/browser';
  import { createFetchHandler } from './dist/src/fetch/index.js';
  import { drydockHandlers } from './dist/src/fetch/msw.js';
  globalThis.handler = createFetchHandler({ url: '${address}' });
  await setupWorker(...drydockHandlers(handler)).start({ quiet: true, onUnhandledRequest: 'bypass' });
  document.documentElement.dataset.ready = '';
`;

/** In a page: the status and text of each call of \`ask\`, or the name of its error. */
const outcomes = `
  async (calls) => {
    const seen = [];
    for (const [path, scenario, given] of calls) {
      const headers = { Authorization: 'Bearer dk_test_page', 'Content-Type': 'application/json' };
      if (scenario) headers['X-Mock-Scenario'] = scenario;
      const ask = globalThis.askByFetch ? fetch : handler;
      try {
        const response = await ask(BASE + path, given ? { method: 'POST', headers, body: given } : { headers });
        seen.push(response.status + ' ' + (await response.text()));
      } catch (error) {
        seen.push(error.name);
      }
    }
    return seen;
  }`;

type Call = readonly [path: string, scenario?: string | undefined, body?: string];

function ask(page: Page, base: string, calls: readonly Call[]): Promise<string[]> {
  return page.evaluate(`(${outcomes.replace('BASE', JSON.stringify(base))})(${JSON.stringify(calls)})`);
}

describeUnless(whyNoBrowser, 'in Chromium', () => {
  let browser: Browser;
  let site: BundledSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), bundledSite({ alone, worker })]);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  async function open(name: string): Promise<{ page: Page; trouble: string[] }> {
    const page = await browser.newPage();
    const trouble: string[] = [];
    page.on('pageerror', ({ message }) => trouble.push(message));
    await page.goto(`${site.origin}/${name}.html`);
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
    return { page, trouble };
  }

  it('the handler gives the bytes that it gives in Node, and nothing is evaluated', async () => {
    const inNode = createFetchHandler({ clock: '2026-01-01T00:00:00Z' });
    const { page, trouble } = await open('alone');
    const calls: Call[] = [
      ['/categories'],
      ['/get-shipping-rates', undefined, body],
      ['/get-shipping-rates', undefined, '{'],
      ['/categories', 'flaky'],
    ];
    const expected: string[] = [];
    for (const [path, scenario, given] of calls) {
      const headers = {
        ...{ Authorization: 'Bearer dk_test_page', 'Content-Type': 'application/json' },
        ...(scenario === undefined ? {} : { 'X-Mock-Scenario': scenario }),
      };
      const init = given === undefined ? { headers } : { method: 'POST', headers, body: given };
      const response = await inNode(inNode.url + path, init);
      expected.push(`${response.status} ${await response.text()}`);
    }
    expect(await ask(page, inNode.url, calls)).toEqual(expected);
    expect(expected.map((text) => text.slice(0, 3))).toEqual(['200', '200', '400', '500']);
    const verdict = await page.evaluate(
      "handler.verify({ requests: [{ operation: 'listCategories', times: 2 }] })",
    );
    expect(verdict).toMatchObject({ verified: true });
    await page.evaluate(
      "handler.use({ steps: [{ answer: { status: 404 } }] , breaksContract: true }, { sandbox: 'page' })",
    );
    expect((await ask(page, inNode.url, [['/categories'], ['/categories', 'connection-reset']]))[1]).toBe(
      'TypeError',
    );
    expect(trouble).toEqual([]);
  });

  it('the handler for the shipping service is under 120 KB compressed, and loads tariffs at the first rate request', async () => {
    const page = await browser.newPage();
    const loaded: string[] = [];
    page.on('response', (response) => {
      const name = new URL(response.url()).pathname.slice(1);
      if (name.endsWith('.js')) loaded.push(name);
    });
    await page.goto(`${site.origin}/alone.html`);
    await page.locator('[data-ready]').waitFor({ state: 'attached' });
    await ask(page, 'http://127.0.0.1:4010', [['/categories']]);
    const before = [...loaded];
    await ask(page, 'http://127.0.0.1:4010', [['/get-shipping-rates', undefined, body]]);
    const after = loaded.filter((name) => !before.includes(name));
    expect(after).toEqual([expect.stringMatching(/^tariffs-/)]);
    const total = before.reduce((sum, name) => sum + (site.sizes.get(name) ?? Infinity), 0);
    expect(total).toBeLessThan(120 * 1024);
  });

  it('MSW’s service worker answers the page’s own fetch', async () => {
    const { page, trouble } = await open('worker');
    await page.evaluate('globalThis.askByFetch = true');
    const seen = await ask(page, address, [
      ['/categories'],
      ['/get-shipping-rates', undefined, body],
      ['/categories', 'status-404'],
      ['/categories', 'connection-reset'],
    ]);
    expect(seen.map((text) => text.slice(0, 9))).toEqual([
      '200 {"sta',
      '200 {"sta',
      '404 {"sta',
      'TypeError',
    ]);
    const requests: unknown = await page.evaluate('handler.requests().then((all) => all.length)');
    expect(requests).toBe(4);
    expect(trouble).toEqual([]);
  });

  it('routes of a page are answered in the test’s process, as the sandbox that it names', async () => {
    const handler = createFetchHandler({ url: address });
    const page = await browser.newPage();
    await routePage(page, handler, { sandbox: 'checkout' });
    await page.goto(`${site.origin}/alone.html`);
    await page.evaluate('globalThis.askByFetch = true');
    await handler.use('rate-limited', { sandbox: 'checkout' });
    const seen = await ask(page, address, [['/categories'], ['/categories', 'connection-reset']]);
    expect(seen.map((text) => text.slice(0, 9))).toEqual(['429 {"sta', 'TypeError']);
    await handler.expectVerified({ requests: [{ status: 429, times: 1 }] }, { sandbox: 'checkout' });
  });

  it('the page of docs/try-it.md answers from a file, without a server', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const file = pathToFileURL(packageFile('dist', 'try-it.html')).href;
    await page.goto(file);
    await page.getByLabel('Request').selectOption({ label: 'POST /get-shipping-rates, usa to bangladesh' });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: '200 OK' }).waitFor();
    await page.getByLabel('Request').selectOption({ label: 'POST /create-order, quoted rate' });
    await page.getByLabel('Scenario').selectOption({ label: 'connection-reset' });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'TypeError' }).waitFor();
    await page.getByText('POST /api/v1/developer/get-shipping-rates: 200').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(asked).toEqual([file]);
  });
});
