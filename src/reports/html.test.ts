/** The HTML report in a real Chromium, on a phone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, launchBrowser, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { describeUnless } from '../testing/unless.js';
import { createReport } from './html.js';
import { sampleRun } from './testing/sample-run.js';

let browser: Browser;
let page: Page;

describeUnless(whyNoBrowser, 'the HTML report on a phone', () => {
  beforeAll(async () => {
    const long = `status 200 ${'x'.repeat(300)}`;
    const report = createReport({});
    const text = sampleRun({ actual: long, title: long, pointer: `/${'y'.repeat(300)}` })
      .map((event) => report.write(event))
      .join('');
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.setContent(text);
  });
  afterAll(() => browser.close());

  it('is as wide as the screen, also with all details open', async () => {
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    expect(await width()).toBe(390);
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    expect(await width()).toBe(390);
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = false; })`);
  });

  it.each(['light', 'dark'] as const)(
    'passes axe in %s colours, with all details open',
    async (colorScheme) => {
      const own = await browser.newPage({
        viewport: { width: 390, height: 800 },
        colorScheme,
        bypassCSP: true,
      });
      await own.setContent(await page.content());
      await own.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      expect(await axeFindings(own)).toEqual([]);
      await own.close();
    },
  );

  it('shows its rules within the width of the screen', async () => {
    await page.locator('#rules > summary').click();
    const beyond = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#rules .wide'))`;
    expect(await page.evaluate<number>(beyond)).toBe(0);
    await page.locator('#rules > summary').click();
  });

  it('has an index of its failures, which are closed until one is chosen', async () => {
    const open = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('details[open]')].map(({ id }) => id)`);
    expect(await open()).toEqual([]);
    await page.locator('#index a').first().click();
    await page.locator('#cause-1[open]').waitFor();
    expect(await open()).toEqual(['cause-1']);
  });

  it('finds rules in closed sections', async () => {
    await page.locator('#search').fill('expired-key');
    expect(await page.locator('#rules tbody tr:visible').count()).toBe(1);
  });
});
