/** The page on every screen and for every hand: magnified, lying down, printed, in forced colours, without a pointer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { headersWith, send, startMock } from '../../testing/mock-server.js';
import type { DrydockServer } from '../create-server.js';
import { faintControls } from './testing/control-contrast.js';
import { drawn, launchBrowser, openPage, pageOrigin, whyNoBrowser } from './testing/page-browser.js';
import { describeUnless } from '../../testing/unless.js';
import { controlCall, sampleTraffic } from './testing/sample-traffic.js';
import { reportFile } from './testing/suite-report.js';

const views = [
  ['#/start', 'Right now'],
  ['#/traffic', 'Status'],
  ['#/traffic/demo/1', 'Answered by'],
  ['#/traffic/demo/1?tab=charges', 'Explanation of the charges'],
  ['#/traffic/demo/1?with=demo/2', 'Response headers'],
  ['#/workbench?sandbox=test-7', 'Next call: 500, then normal.'],
  ['#/scenarios', 'In force'],
  ['#/scenarios/new', 'scenarios/NAME.yaml'],
  ['#/keys', 'Issued keys'],
  ['#/coverage', 'Operations and statuses'],
  ['#/contract', 'Broken rules'],
] as const;

/** Pixels by which the page is wider than the screen. */
const beyond = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

describeUnless(whyNoBrowser, 'the dashboard page', () => {
  let browser: Browser;
  let server: DrydockServer;
  let page: Page;
  let show: (fragment: string) => Promise<void>;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startMock({ controlPort: 0 });
    await sampleTraffic(server);
    await controlCall(server, 'PUT', 'default-scenario', { scenario: 'slow' });
    ({ page, show } = await openPage(browser, server, { reducedMotion: 'reduce' }));
    await show('#/contract');
    await page.locator('input[type=file]:not([accept*=yaml])').last().setInputFiles(reportFile());
    await page.getByText('Broken rules').waitFor();
  });
  afterAll(() => browser.close());

  it.each([
    ['at 200%', 640, 400],
    ['at 400%', 320, 256],
    ['on a phone lying down', 640, 360],
    ['on a narrow phone', 320, 640],
  ])('keeps its lists %s, and scrolls in one direction', async (_where, width, height) => {
    await page.setViewportSize({ width, height });
    for (const [view, text] of views) {
      await show(view);
      await page.getByText(text).first().waitFor({ state: 'attached' });
      await drawn(page);
      expect([view, await beyond(page)]).toEqual([view, 0]);
    }
    await show('#/traffic');
    const box = page.locator('.rows-box');
    await box.scrollIntoViewIfNeeded();
    const seen = (await box.boundingBox())!;
    const inSight = Math.min(height, seen.y + seen.height) - Math.max(0, seen.y);
    expect(inSight).toBeGreaterThan(Math.min(150, 0.5 * height));
    expect(await page.locator('.rows-box .row').count()).toBeGreaterThan(2);
  });

  it('uses a wide screen', async () => {
    await page.setViewportSize({ width: 1920, height: 1000 });
    await show('#/coverage');
    await page.getByText('Operations and statuses').first().waitFor();
    expect(
      await page.evaluate(`document.querySelector('.view').getBoundingClientRect().width`),
    ).toBeGreaterThan(1500);
    await show('#/traffic');
    await page.getByRole('columnheader', { name: 'Size' }).waitFor();
    await show('#/traffic/demo/1?tab=charges');
    await page.getByText('Explanation of the charges').waitFor({ state: 'attached' });
  });

  it('has enough contrast in both themes on every control, under the pointer and with the focus', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const faint: string[] = [];
    for (const [view, text] of views) {
      await show(view);
      await page.getByText(text).first().waitFor({ state: 'attached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.locator(`:root[data-theme=${colorScheme}]`).waitFor();
        for (const one of await faintControls(page)) faint.push(`${view} in ${colorScheme}: ${one}`);
      }
    }
    expect(faint).toEqual([]);
  });

  it('makes every scrolling region focusable', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    for (const [view, text] of views) {
      await show(view);
      await page.getByText(text).first().waitFor({ state: 'attached' });
      await drawn(page);
      const unreachable = await page.evaluate(
        `[...document.querySelectorAll('main *')].filter((one) => {
           const { overflowX, overflowY } = getComputedStyle(one);
           const scrolls = (/auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight + 1) ||
             (/auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + 1);
           return scrolls && one.checkVisibility() && one.tabIndex < 0 && !one.querySelector('a[href], button, input, [tabindex="0"]') && one.tagName !== 'TEXTAREA';
         }).map((one) => one.outerHTML.slice(0, 120))`,
      );
      expect([view, unreachable]).toEqual([view, []]);
    }
  });

  it('shows bars and statuses on paper and in forced colours', async () => {
    await show('#/traffic/demo/1?tab=charges');
    const bar = page.locator('.bar > *').first();
    await bar.waitFor({ state: 'attached' });
    const colours = () =>
      bar.evaluate('({}, getComputedStyle(document.querySelector(".bar > *")).backgroundColor)');
    const onScreen = await colours();
    await page.emulateMedia({ media: 'print', forcedColors: 'none' });
    expect(await colours()).toBe(onScreen);
    const adjust = `getComputedStyle(document.querySelector('.bar > *')).printColorAdjust`;
    expect(await page.evaluate(adjust)).toBe('exact');
    expect(await page.locator('.side').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
    expect(await colours()).toBe(onScreen);
    const badge = `getComputedStyle(document.querySelector('.exchange .badge')).borderTopStyle`;
    expect(await page.evaluate(badge)).toBe('solid');
    await page.emulateMedia({ media: 'screen', forcedColors: 'none' });
  });

  it('needs no token again in another tab', async () => {
    const other = await page.context().newPage();
    await other.goto(`${pageOrigin(server)}/__drydock/#/traffic/demo/2`);
    await other.getByText('each marked below').waitFor({ state: 'attached' });
    expect(other.url()).not.toContain('token');
    await other.close();
    const stranger = await browser.newPage();
    await stranger.goto(`${pageOrigin(server)}/__drydock/`);
    await stranger.getByRole('heading', { name: 'Enter the control token' }).waitFor();
    await stranger.close();
  });

  it('formats times with 24 hours and milliseconds', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await show('#/traffic');
    // A row that has the focus holds the list.
    await page.locator('.rows-box .row a').first().focus();
    await send(server, 'GET', '/categories', { headers: headersWith('dk_test_late') });
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByRole('row', { name: 'late' }).waitFor();
    const times = await page.locator('.rows-box .c-time').allInnerTexts();
    for (const time of times) expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}$/);
    await show('#/traffic/demo/1');
    await page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?$/).waitFor();
  });
});
