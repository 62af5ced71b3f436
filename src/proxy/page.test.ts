/** The page in front of a proxy. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { describeUnless } from '../testing/unless.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';

describeUnless(whyNoBrowser, 'the page of a proxy', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows the broken rules of an exchange', async () => {
    const target = await startTarget((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end('{"status":true,"message":"","data":null,"errors":[],"response_code":"200"}');
    });
    const { server } = await proxyTo(target.url, {}, { controlPort: 0 });
    const fields = ['Authorization', 'Bearer sk_real_1234567890'];
    await exchange(server.origin, { path: '/categories', fields });
    const { page, show } = await openPage(browser, server);
    await show('#/traffic/public/1');
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.waitFor();
    expect(await findings.innerText()).toContain(
      'response data must be an array, got null envelope/data MUST /data',
    );
  });

  it('counts findings in the traffic, and finds the exchanges that have some', async () => {
    let data = 'null';
    const target = await startTarget((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(`{"status":true,"message":"OK","data":${data},"errors":[],"response_code":"200"}`);
    });
    const { server } = await proxyTo(target.url, {}, { controlPort: 0 });
    const ask = { path: '/categories', fields: ['Authorization', 'Bearer sk_real_1234567890'] };
    await exchange(server.origin, ask);
    data = '[]';
    await exchange(server.origin, ask);
    const { page, show } = await openPage(browser, server);
    await show('#/traffic');
    const rows = page.locator('.rows-box .row');
    await rows.nth(1).getByText('1 finding').waitFor();
    await page.getByRole('combobox', { name: 'Search' }).fill('findings:>0');
    await page.getByText('1 of 2 requests').waitFor();
    expect(await rows.getByText('1 finding').count()).toBe(1);
  });
});
