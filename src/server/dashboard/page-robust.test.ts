/** The page under hostile requests, lost connections and long use. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { headersWith, send, startMock } from '../../testing/mock-server.js';
import { rateRequest } from '../../testing/rate-requests.js';
import { createServer } from '../../index.js';
import type { DrydockServer } from '../create-server.js';
import { foreignName, launchBrowser, openPage, pageOrigin, whyNoBrowser } from './testing/page-browser.js';
import { describeUnless } from '../../testing/unless.js';
import { postRates } from './testing/sample-traffic.js';

/** Requests that the page must survive; DRYDOCK_SOAK=20000 fills its list and more. */
const soakRequests = Number(process.env.DRYDOCK_SOAK ?? 800);

const attack = `</script><script>window.taken=1</script><img src=x onerror="window.taken=1"><svg onload=window.taken=1>`;

describeUnless(whyNoBrowser, 'the dashboard page', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);
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
        .getByText('Response', { exact: true })
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
    await page.getByText('What to try next').waitFor();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(trouble).toEqual([]);
    await page.context().close();
  }, 60_000);

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
  }, 30_000);

  it('is not served under another host name', async () => {
    const server = await startMock({ controlPort: 0 });
    const page = await browser.newPage();
    const foreign = await page.goto(`http://${foreignName}:${server.control?.port ?? 0}/__drydock/`);
    expect([foreign?.status(), await page.locator('#app').count()]).toEqual([421, 0]);
    const own = await page.goto(`${pageOrigin(server)}/__drydock/`);
    expect([own?.status(), await page.locator('#app').count()]).toEqual([200, 1]);
    await page.close();
  });

  it('says that the mock is unreachable while it restarts, and reconnects', async () => {
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
      expect(await page.getByRole('row', { name: 'before' }).count()).toBe(0);
      await send(second, 'GET', '/categories', { headers: headersWith('dk_test_after') });
      await page.getByRole('row', { name: 'after' }).waitFor();
    } finally {
      await second.close();
    }
    await page.context().close();
  }, 30_000);

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
  }, 30_000);

  it(`does not grow over ${soakRequests} requests`, async () => {
    const server = await startMock({ controlPort: 0 });
    const { page, trouble, show } = await openPage(browser, server);
    await show('#/traffic');
    const soak = async (requests: number): Promise<void> => {
      let left = requests;
      const client = async (name: string): Promise<void> => {
        for (; left > 0;) {
          left -= 1;
          await send(server, 'GET', '/categories', { headers: headersWith(`dk_test_${name}`) });
        }
      };
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(client));
    };
    // While requests come, rows that were replaced wait to be released.
    const shows = (requests: number) =>
      page.locator('.traffic-count', { hasText: Math.min(requests, 5000).toLocaleString('en-US') }).waitFor();
    // Measured once the list is full and drops its oldest rows; until then it is meant to grow.
    const warm = Math.min(soakRequests, 6000);
    await soak(warm);
    await shows(warm);
    const before = await sizeOf(page);
    await soak(soakRequests);
    await shows(warm + soakRequests);
    const after = await sizeOf(page);
    expect(after.nodes).toBeLessThan(before.nodes + 500);
    expect(after.listeners).toBeLessThan(before.listeners + 200);
    expect(after.heap).toBeLessThan(before.heap + 8e6);
    expect(trouble).toEqual([]);
    process.stderr.write(
      `The page after ${soakRequests} more requests: heap ${mega(before.heap)} to ${mega(after.heap)} MB, ${before.nodes} to ${after.nodes} nodes.\n`,
    );
    await page.context().close();
  }, 600_000);
});

/** The same ports again, for a mock that takes the place of another. */
function portsOf({ port, control }: DrydockServer): { port: number; controlPort: number } {
  return { port, controlPort: control?.port ?? 0 };
}

interface PageSize {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** The size of the page after a garbage collection. */
async function sizeOf(page: Page): Promise<PageSize> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const metric = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return { heap: metric('JSHeapUsedSize'), nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
