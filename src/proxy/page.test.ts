/** The page in front of a proxy. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import {
  axeFindings,
  launchBrowser,
  openPage,
  whyNoBrowser,
} from '../server/dashboard/testing/page-browser.js';
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

  it('forces the next requests of a sandbox in place of the target, and says so on every view', async () => {
    const target = await startTarget((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end('{"status":true,"message":"OK","data":[],"errors":[],"response_code":"200"}');
    });
    const { server } = await proxyTo(target.url, {}, { controlPort: 0 });
    const ask = async (sandbox: string) =>
      (
        await exchange(server.origin, {
          path: '/categories',
          fields: ['Authorization', 'Bearer sk_real_1234567890', 'X-Mock-Sandbox', sandbox],
        })
      ).status;
    const { page, show } = await openPage(browser, server);
    const bar = page.getByRole('region', { name: 'Forced', exact: true });
    await bar.getByRole('button', { name: 'Force …' }).click();
    await bar.getByText('X-Mock-Sandbox: NAME').waitFor();
    await show('#/rules?sandbox=qa');
    await bar.getByRole('button', { name: 'Force 429' }).click();
    await bar.getByText('next 3 → 429, then the target').waitFor();
    expect([await ask('other'), await ask('qa'), await ask('qa'), await ask('qa'), await ask('qa')]).toEqual([
      200, 429, 429, 429, 200,
    ]);
    await bar.getByText('next-3-status-429 is over, now the target').waitFor();
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

  it('says that it is a proxy, offers no key and no quota, and lists the broken rules as they come', async () => {
    let data = '[]';
    const target = await startTarget((request, response) => {
      const refused = request.headers.authorization?.endsWith('wrong') === true;
      response.writeHead(refused ? 401 : 200, { 'Content-Type': 'application/json' });
      response.end(
        refused
          ? '{"status":false,"message":"Unauthorized","data":[],"errors":["The API key is invalid"],"response_code":"401"}'
          : `{"status":true,"message":"OK","data":${data},"errors":[],"response_code":"200"}`,
      );
    });
    const { server } = await proxyTo(target.url, {}, { controlPort: 0 });
    const ask = (key: string) =>
      exchange(server.origin, { path: '/categories', fields: ['Authorization', `Bearer ${key}`] });
    const opened = await openPage(browser, server);
    const { page, show } = opened;
    await page.getByText(`Proxy → ${target.url}`).waitFor();
    await page.getByText('Key of the target').waitFor();
    for (const [view, text] of [
      ['start', 'YOUR_KEY'],
      ['traffic', 'YOUR_KEY'],
      ['workbench', 'X-Mock-Sandbox: NAME'],
      ['workbench?sandbox=qa', 'X-Mock-Sandbox: qa'],
      ['scenarios/new?sandbox=qa', 'X-Mock-Sandbox: qa'],
      ['rules', 'No rule is broken'],
    ]) {
      await show(`#/${view}`);
      await page
        .getByText(text ?? '')
        .first()
        .waitFor();
      const said = await page.locator('body').innerText();
      expect([view, /dk_(test|live|expired|limited)_|Quota/.exec(said)?.[0]]).toEqual([view, undefined]);
    }
    expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
    await show('#/rules');
    await ask('sk_right');
    data = 'null';
    for (let call = 0; call < 2; call += 1) await ask('sk_right');
    const rule = page.getByRole('listitem').filter({ hasText: 'envelope/data' });
    await rule.getByRole('link', { name: '2 exchanges' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await ask('sk_wrong');
    await show('#/traffic?text=key:valid');
    await page.getByText(/^3 of 4 requests/).waitFor();
    await show('#/rules');
    await rule.getByRole('link').click();
    await page.getByText(/^2 of 4 requests/).waitFor();
    for (const [id, key] of [
      ['1', 'sent to the target'],
      ['4', 'refused by the target'],
    ]) {
      await show(`#/traffic/public/${id}`);
      await page.getByText(key ?? '').waitFor();
    }
    expect(opened.trouble).toEqual([]);
  });

  it('shows the status of a response that the target broke off in red, in the list, the timeline and the exchange', async () => {
    const target = await startTarget((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 75 });
      response.write('{"status":true,', () => response.destroy());
    });
    const { server } = await proxyTo(target.url, {}, { controlPort: 0 });
    const ask = { path: '/categories', fields: ['Authorization', 'Bearer sk_a', 'X-Mock-Sandbox', 'qa'] };
    await exchange(server.origin, ask).catch(() => undefined);
    const { page, show } = await openPage(browser, server);
    for (const view of ['traffic', 'workbench', 'traffic/qa/1']) {
      await show(`#/${view}?sandbox=qa`);
      await page.locator('.badge.status-code.bad', { hasText: '200' }).first().waitFor();
      expect([view, await page.locator('.badge.status-code.good').count()]).toEqual([view, 0]);
    }
    await page.getByText(/of body: cut off/).waitFor();
  });
});
