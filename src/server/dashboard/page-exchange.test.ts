/** One exchange in a real browser: its tabs, its bodies, its code and the request that is sent again. */
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import type { DrydockServer } from '../create-server.js';
import { copiedBy, whyNoBrowser, type OpenedPage } from './testing/page-browser.js';
import { postRates, sampleTraffic } from './testing/sample-traffic.js';

describeUnless(whyNoBrowser, 'an exchange on the page', () => {
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;

  usePage((used) => ({ server, opened, page } = used), { before: sampleTraffic });

  const tab = (name: string): Locator => page.locator('.exchange-tabs').getByRole('tab', { name });
  const selected = (): Promise<string> => page.locator('.exchange-tabs [aria-selected=true]').innerText();
  const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
  const body = (): Locator => page.getByLabel('Body', { exact: true });

  it.each(['demo/1', 'demo/2', 'demo/3', 'demo/4', 'demo/5'])(
    'shows request and response of %s side by side, in sight without scrolling',
    async (key) => {
      await opened.show(`#/traffic/${key}`);
      await page
        .getByRole('region', { name: `Request ${key.slice(5)} of demo` })
        .getByText('Answered by')
        .waitFor();
      const [request, response] = await Promise.all(
        ['Request', 'Response'].map(
          async (name) =>
            (await page.locator('.sides').getByRole('region', { name, exact: true }).boundingBox())!,
        ),
      );
      expect(response!.y).toBe(request!.y);
      expect(response!.x).toBeGreaterThan(request!.x + request!.width);
      expect(response!.y + 150).toBeLessThan(900);
    },
  );

  it('leads from a problem to its place', async () => {
    await page.setViewportSize({ width: 1024, height: 500 });
    await opened.show('#/traffic/demo/2');
    await page.getByRole('button', { name: '/weight_unit' }).click();
    const said = page.locator('.said', { hasText: 'weight_unit must be one of' });
    const { x, y } = (await said.boundingBox())!;
    expect(await page.evaluate(`document.elementFromPoint(${x + 9}, ${y + 9})?.matches('.said')`)).toBe(true);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Request body');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('has tabs that arrow keys move along, that are part of the address and stay for the next exchange', async () => {
    await opened.show('#/traffic/demo/1');
    await tab('Overview').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Request'],
      ['ArrowRight', 'Response'],
      ['End', 'Send again'],
      ['ArrowRight', 'Overview'],
      ['ArrowLeft', 'Send again'],
      ['Home', 'Overview'],
    ] as const) {
      await page.keyboard.press(key);
      expect([await selected(), await focused()]).toEqual([name, name]);
    }
    await tab('Charges').click();
    await page.reload();
    await page.getByRole('region', { name: 'Explanation of the charges' }).waitFor();
    expect(page.url()).toContain('tab=charges');
    // Another exchange has no charges.
    await page.locator('.row[data-key="demo/4"] a').click();
    await page.getByText('Request 4 of sandbox').waitFor();
    expect(await selected()).toBe('Overview');
    await tab('Response').click();
    await page.locator('.row[data-key="demo/3"] a').click();
    await page.getByText('Request 3 of sandbox').waitFor();
    expect(await selected()).toBe('Response');
    await page.getByRole('tabpanel').getByText('Retry-After', { exact: true }).waitFor();
  });

  it('says who chose a scenario and what it changed, and when each phase was', async () => {
    await opened.show('#/traffic/demo/3?tab=scenario');
    const panel = page.getByRole('tabpanel');
    await panel.getByText('rate-limited', { exact: true }).first().waitFor();
    expect(await panel.innerText()).toMatch(/Chosen by\s+the header X-Mock-Scenario/i);
    await tab('Timing').click();
    await panel.getByRole('row', { name: /^Waiting for the first byte/ }).waitFor();
    await opened.show('#/traffic/demo/1?tab=scenario');
    await panel.getByText('No scenario was in force').waitFor();
  });

  it('finds text in a body, and copies the value and the pointer of a line', async () => {
    await opened.show('#/traffic/demo/2?tab=request');
    const find = page.getByRole('searchbox', { name: 'Find in the request body' });
    await find.fill('WEIGHT');
    await page.getByText('3 lines', { exact: true }).waitFor();
    expect(await page.locator('.body-lines mark').allInnerTexts()).toEqual(['weight', 'weight', 'weight']);
    const pointer = page.locator('.chosen-line code');
    const pointers: string[] = [];
    for (const key of ['Enter', 'Enter', 'Enter', 'Enter', 'Shift+Enter']) {
      await page.keyboard.press(key);
      pointers.push(await pointer.innerText());
    }
    expect(pointers).toEqual([
      '/box_dimension/0/weight',
      '/weight',
      '/weight_unit',
      '/box_dimension/0/weight',
      '/weight_unit',
    ]);
    expect(await copiedBy(page.getByRole('button', { name: 'Copy value' }))).toBe('stone');
    const box = (await page.locator('.body-line.is-chosen').boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(900);
    await page.getByRole('region', { name: 'Request body' }).focus();
    await page.keyboard.press('ArrowUp');
    expect(await copiedBy(page.getByRole('button', { name: 'Copy pointer' }))).toBe('/weight');
    await page.locator('.body-line', { hasText: '"items"' }).click();
    const items: unknown = JSON.parse(await copiedBy(page.getByRole('button', { name: 'Copy value' })));
    expect(items).toEqual([expect.objectContaining({ quantity: 1 })]);
  });

  it('shows a body as it was sent, and set out in lines', async () => {
    const sent = '{ "sender" :{},\r\n"weight": 1.50 }';
    await postRates(server, sent, 'dk_test_raw');
    const answer = await postRates(server, sent, 'dk_test_raw');
    await opened.show('#/traffic/raw/2?tab=request');
    const text = async (label: string): Promise<string> =>
      (await page.getByRole('region', { name: label }).locator('.txt').allTextContents()).join('\n');
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.locator('.body-line', { hasText: '"sender" :{}' }).waitFor();
    expect(await text('Request body')).toBe(sent.replace('\r', '␍'));
    await tab('Response').click();
    expect(await text('Response body')).toBe(JSON.stringify(answer.json, null, 2));
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.locator('.body-line', { hasText: '{"status":false' }).waitFor();
    expect(await text('Response body')).toBe(answer.text);
    await page.getByRole('button', { name: 'Parsed' }).click();
    expect(await text('Response body')).toBe(JSON.stringify(answer.json, null, 2));
  });

  it('never loses what was typed into a request to send again', async () => {
    await opened.show('#/traffic/demo/1?tab=again');
    await body().fill('{"typed": 1}');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Request 1 of sandbox demo');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Close this request?' });
    await question.waitFor();
    expect(await focused()).toBe('Go on editing');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await body().inputValue()).toBe('{"typed": 1}');
    await tab('Response').click();
    await tab('Send again').click();
    expect(await body().inputValue()).toBe('{"typed": 1}');
    await page.locator('.row[data-key="demo/2"] a').click();
    await page.getByText('Request 2 of sandbox').waitFor();
    expect(await body().inputValue()).toContain('"stone"');
    await page.locator('.row[data-key="demo/1"] a').click();
    await page.getByText('Request 1 of sandbox').waitFor();
    expect(await body().inputValue()).toBe('{"typed": 1}');
    await page.reload();
    await body().waitFor();
    expect(await body().inputValue()).toBe('{"typed": 1}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.again .status-code', { hasText: '400' }).waitFor();
    await tab('Overview').click();
    await tab('Send again').click();
    await page.locator('.again .status-code', { hasText: '400' }).waitFor();
    await page.getByRole('button', { name: 'Back to the recorded request' }).click();
    expect(await body().inputValue()).toContain('"box_dimension"');
    await page.locator('.exchange h2').focus();
    await page.keyboard.press('Escape');
    await page.locator('.exchange').waitFor({ state: 'detached' });
    expect(opened.trouble).toEqual([]);
  });
});
