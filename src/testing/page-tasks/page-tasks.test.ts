/** The tasks of docs/page.md in a real Chromium, with the clicks and keys that each takes. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { packageFile } from '../../contract/package-root.js';
import { createServer } from '../../index.js';
import { exchange, proxyTo, startTarget } from '../../proxy/testing/proxied.js';
import type { DrydockServer } from '../../server/create-server.js';
import {
  copiedBy,
  drawn,
  launchBrowser,
  openPage,
  pageOrigin,
  whyNoBrowser,
  type OpenedPage,
} from '../../server/dashboard/testing/page-browser.js';
import {
  controlCall,
  postRates,
  resetAll,
  sampleTraffic,
  wrongRateRequest,
} from '../../server/dashboard/testing/sample-traffic.js';
import { headersWith, send, startMock } from '../mock-server.js';
import { describeUnless } from '../unless.js';
import { pageTasks } from './page-tasks.js';

const size = { width: 1440, height: 800 };

describeUnless(whyNoBrowser, 'the twenty tasks', () => {
  let browser: Browser;
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;
  let counted = { clicks: 0, keys: 0 };

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startMock({ controlPort: 0 });
    opened = await openPage(browser, server, { viewport: size, reducedMotion: 'reduce' });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    ({ page } = opened);
    await resetAll(server, page);
    await opened.show('#/start?sandbox=');
    await page.getByText('None yet: send the call above.').waitFor();
    await bar().getByText('nothing is forced').waitFor();
    counted = { clicks: 0, keys: 0 };
  });
  afterEach(() => {
    expect(opened.trouble).toEqual([]);
  });

  const click = async (what: Locator): Promise<void> => {
    counted.clicks += 1;
    await what.click();
  };
  const choose = async (list: Locator, option: string): Promise<void> => {
    counted.clicks += 1;
    await list.selectOption(option);
  };
  const type = async (text: string): Promise<void> => {
    counted.keys += text.length;
    await page.keyboard.type(text);
  };
  const press = async (key: string): Promise<void> => {
    counted.keys += 1;
    await page.keyboard.press(key);
  };
  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const nav = (name: string): Locator =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });
  const row = (key: string): Locator => page.locator(`.row[data-key="${key}"] a`);
  const bar = (of = page): Locator => of.getByRole('region', { name: 'Forced', exact: true });
  const tab = (name: string): Locator =>
    page.locator('.exchange-tabs').getByRole('tab', { name, exact: true });
  const call = async (key: string, path = '/categories') =>
    (await send(server, 'GET', path, { headers: headersWith(key) })).status;
  /** The traffic of a sandbox, with its latest request in sight. */
  const traffic = async (sandbox: string, latest: string) => {
    await opened.show(`#/traffic?sandbox=${sandbox}`);
    await row(latest).waitFor();
  };
  /** Tells whether something is in sight as the page stands, without scrolling. */
  const inSight = async (what: Locator): Promise<boolean> => {
    await what.waitFor();
    await drawn(page);
    const box = await what.boundingBox();
    return box !== null && box.y >= 0 && box.y + Math.min(box.height, 20) <= size.height;
  };
  const task = (name: keyof typeof pageTasks, act: () => Promise<void>): void => {
    it(pageTasks[name].task, async () => {
      await act();
      const { clicks, keys } = pageTasks[name];
      expect(counted).toEqual({ clicks, keys });
    });
  };

  task('read', async () => {
    await postRates(server, wrongRateRequest(), 'dk_test_alice');
    await traffic('alice', 'alice/1');
    await click(row('alice/1'));
    await page.getByText('each marked below').waitFor();
    const before = await row('alice/1').boundingBox();
    for (const status of [200, 200, 200]) expect(await call('dk_test_alice')).toBe(status);
    await button('3 new').waitFor();
    expect(await row('alice/1').boundingBox()).toEqual(before);
    await click(button('3 new'));
    await row('alice/4').waitFor();
  });

  task('why', async () => {
    await postRates(server, wrongRateRequest(), 'dk_test_alice');
    await traffic('alice', 'alice/1');
    await click(row('alice/1'));
    const said = page.getByText('weight_unit must be one of').first();
    expect(await inSight(said)).toBe(true);
    expect(await inSight(page.locator('.sides').getByRole('region', { name: 'Response', exact: true }))).toBe(
      true,
    );
  });

  task('curl', async () => {
    await postRates(server, wrongRateRequest(), 'dk_test_alice');
    await traffic('alice', 'alice/1');
    await click(row('alice/1'));
    counted.clicks += 1;
    expect(await copiedBy(button('Copy as curl'))).toContain(`curl -X POST ${server.url}/get-shipping-rates`);
  });

  task('again', async () => {
    await postRates(server, '{}', 'dk_test_alice');
    await traffic('alice', 'alice/1');
    await click(row('alice/1'));
    await click(tab('Send again'));
    const body = page.getByLabel('Body', { exact: true });
    await click(body);
    await press('End');
    await type(' ');
    await click(button('Send'));
    await page.locator('.again .status-code', { hasText: '400' }).waitFor();
    await page.getByRole('link', { name: 'Close' }).waitFor();
    const sent = await controlCall(server, 'GET', 'sandboxes/alice/requests/2');
    expect(((await sent.json()) as { request: { body: { size: number } } }).request.body.size).toBe(3);
  });

  task('next', async () => {
    await opened.show('#/traffic?sandbox=alice');
    await bar().getByText('alice').first().waitFor();
    await click(button('Force …'));
    await click(button('Force 429'));
    await bar().getByText('next 3 → 429, then normal').waitFor();
    const statuses = [];
    while (statuses.length < 4) statuses.push(await call('dk_test_alice'));
    expect(statuses).toEqual([429, 429, 429, 200]);
  });

  task('fail', async () => {
    await opened.show('#/traffic');
    await click(button('Fail all'));
    await bar().getByText('every request → status-500').waitFor();
    expect(await call('dk_test_alice')).toBe(500);
    await click(button('Undo', bar()));
    await bar().getByText('nothing is forced').waitFor();
    expect(await call('dk_test_alice')).toBe(200);
  });

  task('time', async () => {
    await opened.show('#/traffic?sandbox=alice');
    await click(button('Time …'));
    await click(button('+1 day'));
    await button('Time: 1 day ahead …').waitFor();
  });

  task('price', async () => {
    await sampleTraffic(server);
    await traffic('demo', 'demo/1');
    await click(row('demo/1'));
    await click(tab('Charges'));
    expect(await inSight(page.getByRole('region', { name: 'Explanation of the charges' }))).toBe(true);
  });

  task('field', async () => {
    await press('/');
    await page.getByRole('combobox', { name: 'Find: Everything' }).and(page.locator(':focus')).waitFor();
    await type('weight_unit');
    await page.getByRole('option', { name: 'request of getShippingRates' }).waitFor();
    await press('Enter');
    const field = page.locator('#operation-getShippingRates [data-wanted]').first();
    expect(await inSight(field)).toBe(true);
    await page.goBack();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  task('body', async () => {
    await sampleTraffic(server);
    await traffic('demo', 'demo/5');
    await press('s');
    await type('mouse');
    await page.getByText(/^2 of \d requests$/).waitFor();
    await row('demo/1').waitFor();
  });

  task('compare', async () => {
    await sampleTraffic(server);
    await traffic('demo', 'demo/2');
    await click(row('demo/1'));
    await click(page.getByRole('link', { name: 'Compare …' }));
    await page.getByText('Choose the other request').waitFor();
    await click(row('demo/2'));
    await page.locator('[aria-label="Request body"] .differs').first().waitFor();
  });

  task('har', async () => {
    await sampleTraffic(server);
    await traffic('demo', 'demo/5');
    await click(button(/Export/));
    const download = page.waitForEvent('download');
    await click(page.getByRole('menuitem', { name: 'Download HAR' }));
    const { log } = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
      log: { entries: unknown[] };
    };
    expect(log.entries).toHaveLength(5);
  });

  task('key', async () => {
    await opened.show('#/traffic?sandbox=alice');
    await click(nav('Keys'));
    await click(page.getByLabel('Name', { exact: true }));
    await type('ci');
    await choose(page.getByLabel('Expires'), 'hour');
    await click(button('Issue key'));
    const key = await page.locator('.shown-once code').innerText();
    expect(await call(key)).toBe(200);
    await click(button('Time …'));
    await click(button('+1 day'));
    await page.getByText('expired', { exact: true }).waitFor();
    expect(await call(key)).toBe(401);
  });

  task('coverage', async () => {
    await opened.show('#/traffic?sandbox=alice');
    await bar().getByText('alice').first().waitFor();
    await click(nav('Coverage'));
    await click(button('listCategories 429: not covered, force it'));
    await click(button('Force it for alice'));
    await page.getByRole('heading', { name: /Timeline/ }).waitFor();
    expect(await call('dk_test_alice')).toBe(429);
  });

  task('keyboard', async () => {
    await opened.show('#/traffic?sandbox=alice');
    await page.getByText('No requests of alice yet').waitFor();
    await press('f');
    await page.getByLabel('What they get').and(page.locator(':focus')).waitFor();
    await type('429');
    await press('Tab');
    await press('Enter');
    await bar().getByText('next 3 → 429, then normal').waitFor();
    expect(await call('dk_test_alice')).toBe(429);
    await row('alice/1').waitFor();
    await press('j');
    const pane = page.getByRole('region', { name: 'Request 1 of alice' });
    expect(await inSight(pane.getByText('next-3-status-429').first())).toBe(true);
    await pane.locator(':focus').waitFor();
    await press('Escape');
    await row('alice/1').and(page.locator(':focus')).waitFor();
  });

  task('tabs', async () => {
    const other = await page.context().newPage();
    await other.goto(`${pageOrigin(server)}/__drydock/#/traffic`);
    await bar(other).getByText('nothing is forced').waitFor();
    await click(button('Fail all'));
    await bar(other).getByText('every request → status-500').waitFor();
    await click(button('Undo', bar(other)));
    await bar().getByText('nothing is forced').waitFor();
    await other.close();
    await page.bringToFront();
  });

  task('contract', async () => {
    await click(nav('Contract'));
    const form = page.getByRole('form', { name: 'Run the suite' });
    await click(form.getByLabel('Valid key'));
    await type('dk_test_partner~broken-duplicate-ids');
    await click(form.getByLabel('Only'));
    await type('categories/unique-ids');
    await press('Enter');
    await page.getByText('Fix first:').waitFor();
  });

  task('restart', async () => {
    const options = { port: 0, controlPort: 0, quota: 'off', controlToken: 'the-same-token' } as const;
    const first = await createServer(options);
    const own = await openPage(browser, first, { viewport: size });
    ({ page } = own);
    await own.show('#/traffic');
    await send(first, 'GET', '/categories', { headers: headersWith('dk_test_before') });
    await row('before/1').waitFor();
    await first.close();
    const ports = { port: first.port, controlPort: first.control?.port ?? 0 };
    const second = await createServer({ ...options, ...ports });
    try {
      await page.getByText('1 from before a restart').waitFor();
      await send(second, 'GET', '/categories', { headers: headersWith('dk_test_after') });
      await click(row('after/1'));
      await page.getByText('Answered by').waitFor();
      expect(await page.getByText(/^Restarted before/).count()).toBe(1);
      expect(own.trouble.filter((text) => !text.includes('ERR_'))).toEqual([]);
    } finally {
      await page.context().close();
      await second.close();
    }
  });

  task('foreign', async () => {
    const library = await startMock({
      spec: packageFile('src', 'testing', 'library', 'library.yaml'),
      controlPort: 0,
    });
    const own = await openPage(browser, library, { viewport: size });
    ({ page } = own);
    await click(button('Send it'));
    await page.locator('.answered .status-code', { hasText: '200' }).waitFor();
    await click(page.getByRole('link', { name: 'See it in the traffic' }));
    await row('demo/1').waitFor();
    expect(own.trouble).toEqual([]);
    await page.context().close();
  });

  task('proxy', async () => {
    const target = await startTarget((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end('{"status":true,"message":"OK","data":null,"errors":[],"response_code":"200"}');
    });
    const { server: proxy } = await proxyTo(target.url, {}, { controlPort: 0 });
    const fields = ['Authorization', 'Bearer sk_real_1234567890'];
    await exchange(proxy.origin, { path: '/categories', fields });
    const own = await openPage(browser, proxy, { viewport: size });
    ({ page } = own);
    await click(nav('Broken rules'));
    await click(page.getByRole('listitem').filter({ hasText: 'envelope/data' }).getByRole('link'));
    await click(row('public/1'));
    await page.getByRole('region', { name: 'Findings' }).getByText('must be an array').waitFor();
    expect(own.trouble).toEqual([]);
    await page.context().close();
  });

  it('are twenty', () => {
    expect(Object.keys(pageTasks)).toHaveLength(20);
  });
});
