/** The list of requests in a real browser: searched, held, paused, compared, by keyboard and by link. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { packageFile } from '../../contract/package-root.js';
import { rateRequest } from '../../testing/rate-requests.js';
import { headersWith, send } from '../../testing/mock-server.js';
import type { DrydockServer } from '../create-server.js';
import { drawn, whyNoBrowser, type OpenedPage } from './testing/page-browser.js';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import { postRates, sampleTraffic } from './testing/sample-traffic.js';

const wide = { width: 1280, height: 800 };

describeUnless(whyNoBrowser, 'the traffic list', () => {
  let server: DrydockServer;
  let opened: OpenedPage;

  usePage((used) => ({ server, opened } = used), {
    before: sampleTraffic,
    context: { viewport: wide },
  });

  const visit = (key: string) => send(server, 'GET', '/categories', { headers: headersWith(key) });
  const rows = (): Locator => opened.page.locator('.rows-box .row');
  const field = (): Locator => opened.page.getByRole('combobox', { name: 'Search' });
  const count = (text: string): Promise<void> => opened.page.getByText(text, { exact: true }).waitFor();
  const focused = () =>
    opened.page.evaluate<string>("document.activeElement.closest('.row')?.dataset.key ?? ''");

  it('is what docs/page.png shows', async () => {
    const { page, show } = opened;
    const file = packageFile('docs', 'page.png');
    const size = { width: 1440, height: 720 };
    await page.setViewportSize(size);
    await show('#/traffic/demo/2');
    await page.getByText('3 problems, each marked below').waitFor();
    const statuses = await rows().locator('.c-status').allInnerTexts();
    expect(statuses.map((text) => text.slice(0, 3))).toEqual(['500', '404', '401', '429', '400', '200']);
    if (process.env.UPDATE_PICTURES !== undefined) await page.screenshot({ path: file });
    const png = readFileSync(file);
    expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual(size);
    await page.setViewportSize(wide);
  });

  it('searches bodies, headers and prices with words and tokens', async () => {
    const { page, show } = opened;
    const priced = await postRates(server, rateRequest(), 'dk_test_buyer');
    const price = Number(priced.json.data[0]?.shipping_charge);
    await show('#/traffic');
    for (const [search, sentence] of [
      ['status:4xx sandbox:demo', '4 of 7 requests'],
      ['op:getShippingRates problems:>0', '1 of 7 requests'],
      ['wireless mouse', '3 of 7 requests'],
      ['header:retry-after', '1 of 7 requests'],
      [`$${price}`, '2 of 7 requests'],
      ['-status:2xx -status:4xx', '1 of 7 requests'],
    ] as const) {
      await field().fill(search);
      await count(sentence);
    }
    await field().fill('staus:5xx');
    await page.getByText('staus: is not a token; did you mean status:?').waitFor();
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    await field().fill('');
    await count('7 requests');
  });

  it('suggests tokens and their values', async () => {
    const { page } = opened;
    await field().focus();
    await page.getByRole('option', { name: /^status:/ }).waitFor();
    await field().fill('fau');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toBe('fault:');
    await page.getByRole('option', { name: 'reset' }).click();
    expect(await field().inputValue()).toBe('fault:reset ');
    await count('0 of 7 requests');
    await page.getByRole('button', { name: 'Show all' }).click();
    await count('7 requests');
  });

  it('pauses, counts the requests that arrive meanwhile, and can be cleared', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Pause' }).click();
    await Promise.all([visit('dk_test_paused'), visit('dk_test_paused')]);
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await rows().count()).toBe(7);
    await page.getByRole('button', { name: '2 new' }).click();
    await page.getByRole('row', { name: 'paused' }).first().waitFor();
    expect(await rows().count()).toBe(9);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No requests since the list was cleared').waitFor();
    await visit('dk_test_cleared');
    await page.getByRole('row', { name: 'cleared' }).waitFor();
    expect(await rows().count()).toBe(1);
    await page.getByRole('button', { name: 'Show earlier ones' }).click();
    expect(await rows().count()).toBe(10);
  });

  it('shows 28 rows and more at a height of 800 px, without the prefix of their paths', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => visit(`dk_test_many-${n % 3}`)));
    await count('50 requests');
    const box = await opened.page.locator('.rows-box').boundingBox();
    const row = await rows().first().boundingBox();
    expect(row?.height).toBe(24);
    expect(Math.floor((box?.height ?? 0) / 24)).toBeGreaterThanOrEqual(28);
    expect(await rows().first().locator('.c-method').innerText()).toBe('GET');
    expect(await rows().first().locator('.c-request').innerText()).toBe('/categories');
  });

  it('draws requests and errors over time', async () => {
    const chart = opened.page.getByRole('img', { name: /^50 requests and 5 errors in the last \d+ (s|min)/ });
    await chart.waitFor();
    expect(await chart.locator('.rate-good').getAttribute('d')).toMatch(/^M/);
  });

  it('keeps the focus of a row that is scrolled away', async () => {
    const { page } = opened;
    await rows().first().locator('a').focus();
    const key = await focused();
    await page.locator('.rows-box').evaluate('document.querySelector(".rows-box").scrollTop = 100000');
    await page.getByRole('row', { name: '5 problems' }).or(rows().nth(20)).first().waitFor();
    expect(await focused()).toBe(key);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).not.toBe(key);
    await page.keyboard.press('End');
    expect(await focused()).toBe('demo/1');
    await page.keyboard.press('Home');
    expect(await focused()).toBe(key);
  });

  it('counts new rows above while it is scrolled, and keeps the visible ones in place', async () => {
    const { page } = opened;
    await page.locator('.rows-box').evaluate('document.querySelector(".rows-box").scrollTop = 280');
    await drawn(page);
    const inSight = () =>
      page.evaluate(
        `document.elementFromPoint(700, document.querySelector('.rows-box').getBoundingClientRect().top + 60).closest('.row').dataset.key`,
      );
    const before = await inSight();
    await visit('dk_test_above');
    const pill = page.getByRole('button', { name: '1 new' });
    await pill.waitFor();
    expect(await inSight()).toBe(before);
    await pill.click();
    await page.getByRole('row', { name: 'above' }).waitFor();
  });

  it('scrolls to the row of a link and marks it', async () => {
    const { page, show } = opened;
    await show('#/start');
    await page.getByText('Right now').waitFor();
    await show('#/traffic/demo/1');
    const row = page.locator('.row.is-open');
    await row.waitFor();
    expect(await row.getAttribute('data-key')).toBe('demo/1');
    const [box, own] = [await page.locator('.rows-box').boundingBox(), await row.boundingBox()];
    expect(own!.y).toBeGreaterThanOrEqual(box!.y);
    expect(own!.y + own!.height).toBeLessThanOrEqual(box!.y + box!.height);
  });

  it('leaves the focus to the search when s follows before a request that was opened is drawn', async () => {
    const { page, show } = opened;
    await show('#/traffic?sandbox=demo');
    await count('5 of 51 requests');
    await page.getByRole('heading', { name: 'Traffic' }).click();
    await page.evaluate(`(async () => {
      const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      press('j');
      await new Promise((done) => setTimeout(done));
      press('s');
    })()`);
    await page.getByText(/^Request \d of sandbox/).waitFor();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.evaluate('document.activeElement.id')).toBe('traffic-search');
  });

  it('has single-key shortcuts that can be switched off', async () => {
    const { page, show } = opened;
    await show('#/traffic?sandbox=demo');
    await count('5 of 51 requests');
    await page.getByRole('heading', { name: 'Traffic' }).click();
    await page.keyboard.press('j');
    await page.getByText('Request 5 of sandbox').waitFor();
    await page.keyboard.press('j');
    await page.getByText('Request 4 of sandbox').waitFor();
    await page.keyboard.press('k');
    await page.getByText('Request 5 of sandbox').waitFor();
    await page.keyboard.press('s');
    await page.locator('#traffic-search:focus').waitFor();
    await page.keyboard.type('jk?');
    expect(await field().inputValue()).toBe('jk?');
    await show('#/traffic');
    await page.getByRole('heading', { name: 'Traffic' }).click();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next request').waitFor();
    await help.getByLabel('Single keys act').uncheck();
    await help.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('?');
    expect(await help.count()).toBe(0);
    await page.evaluate("localStorage.removeItem('drydock-single-keys')");
    await page.reload();
    await rows().first().waitFor();
  });

  it('finds views, scenarios, operations, fields, sandboxes and requests by one search', async () => {
    const { page, show } = opened;
    const find = page.getByRole('combobox', { name: 'Find: Everything' });
    const groups = async (text: string, until: string | RegExp) => {
      await find.fill(text);
      await page.getByRole('option', { name: until }).first().waitFor();
      return page.locator('.overlay .picker-group').allInnerTexts();
    };
    await page.keyboard.press('Control+k');
    await find.fill('go keys');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    await page.keyboard.press('/');
    await find.fill('demo/2');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Request 2 of demo' }).click();
    await page.getByText('each marked below').waitFor();
    await page.getByRole('button', { name: 'Find' }).click();
    const all = ['Scenarios', 'Operations', 'Fields', 'Requests'];
    expect(await groups('rate', /^getShippingRates\s*POST/)).toEqual(all);
    expect(await groups('weight_unit', 'request of getShippingRates')).toEqual(['Fields', 'Requests']);
    expect(await groups('test-7', 'Traffic of test-7')).toEqual(['Sandboxes', 'Requests']);
    expect(await groups('status:404', 'GET /api/v1/developer/nothing')).toEqual(['Requests']);
    expect(await groups('/noth%69ng', 'GET /api/v1/developer/nothing')).toEqual(['Requests']);
    await find.fill('retry-after');
    await page.getByRole('option', { name: 'Search the traffic for' }).click();
    await count('1 of 51 requests');
    await show('#/keys');
  });

  it('picks the first match by Enter, also where the document came after the text', async () => {
    const { page } = opened;
    let answer = (): void => undefined;
    const typed = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/docs/openapi.json', async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find: Everything' }).fill('weight_unit');
    const active = page.locator('.overlay .picker-option.is-active');
    await active.and(page.getByRole('option', { name: 'Search the traffic' })).waitFor();
    answer();
    await active.and(page.getByRole('option', { name: 'request of getShippingRates' })).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.operation[open] [data-wanted]').first().waitFor();
    await page.unroute('**/docs/openapi.json');
    await page.goBack();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('clears the text of Find by Escape, and then closes it', async () => {
    const { page } = opened;
    const find = page.getByRole('combobox', { name: 'Find: Everything' });
    await page.getByRole('link', { name: 'Keys', exact: true }).focus();
    await page.keyboard.press('/');
    await find.fill('flaky');
    await page.getByRole('option', { name: 'flaky' }).first().waitFor();
    await page.keyboard.press('Escape');
    expect(await find.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await find.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys');
  });

  it('opens the reference at a field that was found, unfolded, in sight and marked', async () => {
    const { page } = opened;
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find: Everything' }).fill('weight_unit');
    await page.getByRole('option', { name: 'request of getShippingRates' }).click();
    const field = page.locator('.operation[open] [data-wanted]');
    await field.first().waitFor();
    await drawn(page);
    expect(await field.first().innerText()).toMatch(/^weight_unit/);
    expect((await field.first().boundingBox())!.y).toBeGreaterThan(0);
    expect((await field.first().boundingBox())!.y).toBeLessThan(page.viewportSize()!.height);
    await page
      .getByRole('link', { name: 'POST /get-shipping-rates' })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await page.goBack();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('compares two requests side by side', async () => {
    const { page, show } = opened;
    await show('#/traffic/demo/1?sandbox=demo');
    await page.getByRole('link', { name: 'Compare …' }).click();
    await page.getByText('Choose the other request').waitFor();
    await page.locator('.row[data-key="demo/2"] a').click();
    const body = page.getByRole('region', { name: 'Request body', exact: true }).last();
    await body.waitFor();
    const changed = await page.locator('[aria-label="Request body"] .differs').allInnerTexts();
    expect(changed.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
      expect.arrayContaining([expect.stringMatching(/"weight_unit": "LBS".*"weight_unit": "stone"/)]),
    );
    await page.getByRole('link', { name: 'End the comparison' }).click();
    await page.getByText('each marked below').waitFor();
  });

  it('links an order to the response with its rate', async () => {
    const { page, show } = opened;
    const rates = await postRates(server, rateRequest(), 'dk_test_buyer');
    const body = JSON.stringify({ rate_id: rates.json.data[0]?.id });
    await send(server, 'POST', '/create-order', { headers: headersWith('dk_test_buyer'), body });
    await show('#/traffic/buyer/3');
    await page.getByRole('link', { name: 'request 2', exact: true }).click();
    await page.getByRole('tab', { name: 'Charges' }).click();
    await page.getByRole('region', { name: 'Explanation of the charges' }).waitFor();
    expect(page.url()).toContain('#/traffic/buyer/2');
  });

  it('reads all journals in one call, and violates no content security policy', async () => {
    const { page, trouble } = opened;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await rows().first().waitFor();
    expect(asked.filter((path) => path.endsWith('/requests'))).toEqual(['/__drydock/requests']);
    expect(trouble).toEqual([]);
  });
});
