/** The page under hostile requests, lost connections and long use. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { headersWith, send, startMock } from '../../testing/mock-server.js';
import { rateRequest } from '../../testing/rate-requests.js';
import { createServer } from '../../index.js';
import type { DrydockServer } from '../create-server.js';
import {
  drawn,
  foreignName,
  launchBrowser,
  openPage,
  pageOrigin,
  whyNoBrowser,
} from './testing/page-browser.js';
import { describeUnless } from '../../testing/unless.js';
import { postRates } from './testing/sample-traffic.js';

const attack = `</script><script>window.taken=1</script><img src=x onerror="window.taken=1"><svg onload=window.taken=1>`;

describeUnless(whyNoBrowser, 'the dashboard page', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows hostile requests as plain text', async () => {
    const server = await startMock({ controlPort: 0 });
    const { page, trouble, show } = await openPage(browser, server);
    const items = [{ name: attack, quantity: '1\u001b[2J\u202e', unit_price: '1' }];
    const [box] = rateRequest().box_dimension as object[];
    await postRates(server, {
      ...rateRequest(),
      [attack]: attack,
      box_dimension: [{ ...box, items, length: attack }],
    });
    await postRates(server, `${attack}\u001b]0;taken\u0007`);
    await postRates(server, rateRequest({ sender: { note: 'x'.repeat(900_000) } }));
    await postRates(server, { box_dimension: Array.from({ length: 9000 }, (_, n) => n) });
    await send(server, 'GET', `/${encodeURIComponent(attack)}?${encodeURIComponent(attack)}`, {
      headers: { ...headersWith('dk_test_demo'), 'X-Evil': attack, 'User-Agent': attack },
    });
    for (const id of [1, 2, 3, 4, 5]) {
      await show(`#/traffic/demo/${id}`);
      await page
        .getByRole('region', { name: `Request ${id} of demo` })
        .getByRole('heading', { name: 'Response', exact: true })
        .waitFor();
      await page.locator('.headers summary').first().click();
      expect(await page.locator('#app :is(img, script, iframe, object, [onerror], [onload])').count()).toBe(
        0,
      );
    }
    await show('#/traffic/demo/1');
    const body = page.getByRole('region', { name: 'Request body' });
    await body.getByText('<script>window.taken=1').first().waitFor();
    expect(await body.innerText()).toContain(String.raw`1\u001b[2J\u202e`);
    await show('#/traffic/demo/2');
    await body.getByText('␛]0;taken␇').waitFor();
    await show('#/traffic/demo/4');
    await page.getByRole('button', { name: 'Show 8,009 more lines' }).waitFor();
    await show(`#/${encodeURIComponent(attack)}/x?text=${encodeURIComponent(attack)}`);
    await page.getByText('Right now').waitFor();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it('can not turn any text into HTML', async () => {
    const server = await startMock({ controlPort: 0 });
    const { page } = await openPage(browser, server);
    const tried = await page.evaluate(
      `(() => { try { document.body.innerHTML = '<b>x</b>'; return 'done'; } catch (error) { return error.name; } })()`,
    );
    expect(tried).toBe('TypeError');
    const framed = await browser.newPage();
    await framed.goto(`${pageOrigin(server)}/__drydock/health`);
    const blank = `(async () => { const frame = document.createElement('iframe'); frame.src = '/__drydock/';
      document.documentElement.append(frame); await new Promise((resolve) => { frame.onload = resolve; });
      try { return frame.contentDocument?.getElementById('app') ? 'framed' : 'refused'; } catch { return 'refused'; } })()`;
    expect(await framed.evaluate(blank)).toBe('refused');
    await framed.close();
    await page.context().close();
  });

  it('is not served under another host name', async () => {
    const server = await startMock({ controlPort: 0 });
    const page = await browser.newPage();
    const foreign = await page.goto(`http://${foreignName}:${server.control?.port ?? 0}/__drydock/`);
    expect([foreign?.status(), await page.locator('#app').count()]).toEqual([421, 0]);
    const own = await page.goto(`${pageOrigin(server)}/__drydock/`);
    expect([own?.status(), await page.locator('#app').count()]).toEqual([200, 1]);
    await page.close();
  });

  it('says that the mock is unreachable while it restarts, reconnects, and draws a line above what was before', async () => {
    const options = { port: 0, controlPort: 0, quota: 'off', controlToken: 'the-same-token' } as const;
    const first = await createServer(options);
    const { page, show } = await openPage(browser, first);
    await show('#/traffic');
    await send(first, 'GET', '/categories', { headers: headersWith('dk_test_before') });
    await page.getByRole('row', { name: 'before' }).waitFor();
    await first.close();
    await page.getByText('Connection lost').waitFor();
    const second = await createServer({ ...options, ...portsOf(first) });
    try {
      await send(second, 'GET', '/categories', { headers: headersWith('dk_test_while-away') });
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('row', { name: 'while-away' }).waitFor();
      await page.getByText('Connection lost').waitFor({ state: 'detached' });
      await send(second, 'GET', '/categories', { headers: headersWith('dk_test_after') });
      await page.getByRole('row', { name: 'after' }).waitFor();
      await page.getByText('2 requests, and 1 from before a restart').waitFor();
      expect(await page.locator('.rows-box .row .c-sandbox').allInnerTexts()).toEqual([
        ...['after', 'while-away', 'before'],
      ]);
      const old = page.getByRole('row', { name: 'before' });
      expect(await page.locator('.restart').allInnerTexts()).toHaveLength(1);
      expect(await old.locator('.restart').innerText()).toMatch(/^Restarted before \d\d:\d\d:\d\d$/);
      await old.getByRole('link').click();
      await page.getByText('Only the line of this request is left').waitFor();
      await page.getByRole('link', { name: 'Close' }).click();
      await page.locator('.row[data-key="after/1"] a').click();
      await page.getByRole('heading', { name: 'Request 1 of sandbox after' }).waitFor();
    } finally {
      await second.close();
    }
    await page.context().close();
  });

  it('asks for the token again when a restarted mock has a new one', async () => {
    const first = await createServer({ port: 0, controlPort: 0, controlToken: 'the-first-token' });
    const { page } = await openPage(browser, first);
    await first.close();
    const second = await createServer({ ...portsOf(first), controlToken: 'the-second-token' });
    try {
      await page.getByText('The mock has refused this token').waitFor();
      await page.goto(`${pageOrigin(second)}/__drydock/#token=the-second-token`);
      await page.getByText('Live', { exact: true }).waitFor();
      expect(page.url()).not.toContain('token');
    } finally {
      await second.close();
    }
    await page.context().close();
  });

  it('draws no more for more requests than its list shows', async () => {
    const server = await startMock({ controlPort: 0 });
    const { page, trouble, show } = await openPage(browser, server);
    await show('#/traffic');
    const sendMany = async (): Promise<void> => {
      for (let sent = 0; sent < 400; sent += 8)
        await Promise.all(
          ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) =>
            send(server, 'GET', '/categories', { headers: headersWith(`dk_test_${name}`) }),
          ),
        );
    };
    const elementsOnce = async (requests: number): Promise<number> => {
      await page.locator('.traffic-count', { hasText: String(requests) }).waitFor();
      await page.locator('.rows-box').getByText('(pending)').first().waitFor({ state: 'detached' });
      await drawn(page);
      return page.locator('.rows-box *').count();
    };
    await sendMany();
    const before = await elementsOnce(400);
    await sendMany();
    expect(await elementsOnce(800)).toBe(before);
    expect(trouble).toEqual([]);
    await page.context().close();
  });
});

/** The same ports again, for a mock that takes the place of another. */
function portsOf({ port, control }: DrydockServer): { port: number; controlPort: number } {
  return { port, controlPort: control?.port ?? 0 };
}
