/** Every view of the page in a real browser: what it shows, in both themes, from phone width to wide. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { headersWith, send, startMock } from '../../testing/mock-server.js';
import type { DrydockServer } from '../create-server.js';
import {
  axeFindings,
  drawn,
  launchBrowser,
  openPage,
  pageOrigin,
  whyNoBrowser,
} from './testing/page-browser.js';
import { describeUnless } from '../../testing/unless.js';
import { sampleTraffic } from './testing/sample-traffic.js';
import { reportFile } from './testing/suite-report.js';

const views = [
  ['#/start', 'Right now'],
  ['#/traffic', 'Requests'],
  ['#/traffic/demo/1', 'Answered by'],
  ['#/traffic/demo/1?tab=charges', 'Explanation of the charges'],
  ['#/traffic/demo/2', 'each marked below'],
  ['#/traffic/demo/2?tab=request', 'Copy body'],
  ['#/traffic/demo/3?tab=response', 'Response'],
  ['#/traffic/demo/1?tab=timing', 'Waiting for the first byte'],
  ['#/traffic/demo/3?tab=scenario', 'Chosen by'],
  ['#/traffic/demo/1?tab=code', 'curl -X POST'],
  ['#/traffic/demo/2?tab=again', 'Other headers'],
  ['#/traffic/demo/1?with=demo/2', 'Response headers'],
  ['#/traffic/demo/99', 'This request is not in the journal any more'],
  ['#/traffic?text=nowhere', 'No request matches'],
  ['#/scenarios', 'In force'],
  ['#/scenarios?by=operation&sandbox=test-7', 'GET /categories'],
  ['#/workbench', 'One sandbox, one client or test.'],
  ['#/workbench?sandbox=test-7', 'Next call: 500, then normal.'],
  ['#/workbench?sandbox=nobody', 'No requests yet'],
  ['#/scenarios/new', 'scenarios/NAME.yaml'],
  ['#/scenarios/new?edit=tried&sandbox=trial', 'tried, not saved'],
  ['#/keys', 'Issued keys'],
  ['#/coverage', 'Operations and statuses'],
  ['#/contract', 'Drop a report here'],
] as const;

/** Buttons, fields and folds lower than 36 px. */
function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('main :is(button, select, summary, .btn, input:not([type=checkbox], .unseen))')]
       .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 36)
       .map((one) => one.outerHTML.slice(0, 200))`,
  );
}

describeUnless(whyNoBrowser, 'every dashboard view', () => {
  let browser: Browser;
  let server: DrydockServer;
  let unused: DrydockServer;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startMock({ controlPort: 0 });
    unused = await startMock({ controlPort: 0 });
    await sampleTraffic(server);
  });
  afterAll(() => browser.close());

  it('passes axe in both themes at 390 and 1280 px, fits every width, and violates no content security policy', async () => {
    const { page, trouble, show } = await openPage(browser, server, { reducedMotion: 'reduce' });
    const findings: string[] = [];
    const look = async (view: string): Promise<void> => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        // Themes differ in their colours alone.
        for (const [theme, rules] of [['light'], ['dark', ['color-contrast']]] as const) {
          await page.emulateMedia({ colorScheme: theme });
          await drawn(page);
          const shown = await page.evaluate('document.documentElement.dataset.theme');
          if (shown !== theme) findings.push(`${view} stays ${String(shown)}`);
          for (const finding of await axeFindings(page, rules))
            findings.push(`${view} in ${theme} at ${width} px: ${finding}`);
        }
      }
      for (const low of await lowTargets(page)) findings.push(`${view}: too low for a finger: ${low}`);
      for (const width of [390, 900, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await drawn(page);
        const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
        if (beyond > 0) findings.push(`${view} is ${beyond} px too wide at ${width} px`);
      }
    };
    for (const [fragment, text] of views) {
      await show(fragment);
      await page.getByText(text).first().waitFor();
      await look(fragment);
    }
    await show('#/contract');
    await page.locator('input[type=file]:not([accept*=yaml])').last().setInputFiles(reportFile());
    await page.getByText('Broken rules').waitFor();
    await look('a report');
    expect(findings).toEqual([]);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it('explains the next step while it is empty', async () => {
    const { page, show } = await openPage(browser, unused);
    await show('#/traffic');
    await page.getByText('No requests yet').waitFor();
    expect(await page.getByLabel('A first request').textContent()).toContain(`curl ${unused.url}/categories`);
    await show('#/traffic?sandbox=checkout');
    await page.getByText('No requests of checkout yet').waitFor();
    expect(await page.getByLabel('A first request').textContent()).toContain('dk_test_checkout');
    await show('#/scenarios');
    await page.getByText('No sandbox is in use yet').waitFor();
    await show('#/keys');
    await page.getByText('No key has been issued').waitFor();
    await show('#/coverage');
    await page.getByText('Nothing is covered yet').waitFor();
    await page.getByRole('link', { name: 'Send the first one' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await show('#/keys');
    await page.getByRole('button', { name: 'Issue an example' }).click();
    await page.getByRole('button', { name: 'Revoke' }).waitFor();
    await page.context().close();
  });

  it('asks for the token when it is missing or wrong, and accepts the whole start line', async () => {
    const { page, trouble } = await openPage(browser, server);
    await page.evaluate("sessionStorage.setItem('drydock-control-token', 'not-the-token')");
    await page.reload();
    await page.getByText('The mock has refused this token').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("sessionStorage.getItem('drydock-control-token')")).toBeNull();
    await page
      .getByLabel(/Control token/)
      .fill(`${pageOrigin(server)}/__drydock/#token=${server.controlToken}`);
    await page.keyboard.press('Enter');
    await page.getByText('Live', { exact: true }).waitFor();
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it('can be used by keyboard: along the list, into a request and back', async () => {
    const { page, show } = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
    await show('#/traffic?sandbox=demo');
    await page.getByText('5 of 6 requests').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    const inRow = () => page.evaluate("document.activeElement.closest('.rows-box') !== null");
    for (let tabs = 0; tabs < 20 && !(await inRow()); tabs += 1) await page.keyboard.press('Tab');
    expect(await inRow()).toBe(true);
    for (let rows = 0; rows < 3; rows += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('each marked below').waitFor();
    expect(page.url()).toContain('#/traffic/demo/2?sandbox=demo');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Request 2 of sandbox demo');
    await page.keyboard.press('Escape');
    await page.getByText('each marked below').waitFor({ state: 'detached' });
    await page.locator('[href*="/demo/2"]:focus').waitFor();
    await page.context().close();
  });

  it('keeps the theme that was chosen', async () => {
    const { page } = await openPage(browser, server, { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.context().close();
  });

  it('opens at the traffic, or at Start before the first request, and stays there', async () => {
    for (const [mock, view] of [
      [server, 'Traffic'],
      [unused, 'Start'],
    ] as const) {
      const { page } = await openPage(browser, mock);
      const heading = page.getByRole('heading', { name: view, exact: true });
      await heading.waitFor();
      expect(page.url()).toMatch(`#/${view.toLowerCase()}`);
      await send(mock, 'GET', '/categories', { headers: headersWith('dk_test_home') });
      await page
        .getByText(view === 'Start' ? '0 of them failed' : 'home')
        .first()
        .waitFor();
      expect(await heading.isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Drydock', exact: true }).click();
      await page.getByRole('heading', { name: 'Traffic', exact: true }).waitFor();
      await page.context().close();
    }
  });

  it('brings its own typefaces, for text and for code', async () => {
    const { page } = await openPage(browser, server);
    const loaded = (family: string) =>
      page.evaluate(`document.fonts.load('16px "${family}"').then((all) => all.length)`);
    expect([await loaded('Inter Variable'), await loaded('JetBrains Mono Variable')]).toEqual([1, 1]);
    await page.locator('code, .mono, .method').first().waitFor();
    const used = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).fontFamily`);
    expect([await used('body'), await used('code, .mono, .method')]).toEqual([
      expect.stringMatching(/^"?Inter Variable/),
      expect.stringMatching(/^"?JetBrains Mono Variable/),
    ]);
    await page.context().close();
  });
});
