/** Every view of the page works for a service of anybody's, in a real Chromium. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, whyNoBrowser } from '../../server/dashboard/testing/page-browser.js';
import { describeUnless } from '../unless.js';
import type { OpenedPage } from '../../server/dashboard/testing/page-browser.js';
import { reader, startLibrary, type LibraryMock } from './library-mock.js';

/** Fragment → texts that the view shows. */
const views: readonly [string, readonly string[]][] = [
  ['#/start', ['City Library is running on this machine', 'GET /books: Search the catalogue', 'Right now']],
  ['#/traffic', ['/loans/B002-1', '/books/B002/loans']],
  ['#/traffic/demo/2', ['B002-1']],
  ['#/traffic/demo/2?tab=charges', ['Explanation', 'centsPerDay']],
  ['#/traffic/demo/3', ['One problem, marked below', 'days']],
  ['#/traffic/demo/4', ['stocktaking', 'Nothing is lent during stocktaking']],
  ['#/scenarios', ['In force', 'Stocktaking', 'empty-shelves', 'slow-terminal']],
  ['#/scenarios?by=operation&sandbox=demo', ['GET /books', 'DELETE /loans/{loan}']],
  ['#/scenarios/new', ['lendBook']],
  ['#/keys', ['Issued keys', 'front desk']],
  ['#/coverage', ['Operations and statuses', 'giveBack', '409']],
  ['#/contract', ['Drop a report here']],
];

/** Exchanges of sandbox `demo`: 1 a loan, 2 the loan seen again, 3 an invalid wish, 4 a forced error, 5 a search. */
async function traffic({ client, call }: LibraryMock): Promise<void> {
  const card = 'dk_test_demo';
  await call('POST', '/books/B002/loans', { card, body: reader });
  await call('GET', '/loans/B002-1', { card });
  await call('POST', '/books/B002/loans', { card, body: { ...reader, days: 99 } });
  const headers = { 'X-Mock-Scenario': 'stocktaking' };
  await call('POST', '/books/B002/loans', { card, body: reader, headers });
  await call('GET', '/books', { card });
  await client.sandbox('demo').scenario('slow-terminal' as string);
  await client.sandbox('demo').issueKey({ name: 'front desk', scopes: ['books'] });
}

describeUnless(whyNoBrowser, 'the page of the library', () => {
  let browser: Browser;
  let opened: OpenedPage;

  beforeAll(async () => {
    browser = await launchBrowser();
    const mock = await startLibrary({ controlPort: 0 });
    await traffic(mock);
    opened = await openPage(browser, mock.server, { viewport: { width: 1280, height: 900 } });
  });
  afterAll(() => browser.close());

  it.each(views)('shows %s with texts of the library', async (fragment, texts) => {
    const { page, show } = opened;
    await show(fragment);
    for (const text of texts) await page.getByText(text).first().waitFor({ state: 'attached' });
    const folder = process.env.DRYDOCK_SCREENSHOTS;
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/${fragment.replaceAll(/\W+/g, '-')}.png`, fullPage: true });
    expect(opened.trouble).toEqual([]);
  });

  it('shows calls with the header of the library, and sends them', async () => {
    const { page, show } = opened;
    await show('#/start');
    const call = page.getByLabel('The call with curl');
    await call.waitFor();
    expect(await call.textContent()).toContain("'X-Library-Card: dk_test_demo'");
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByText('See it in the traffic').waitFor();
    expect(await page.getByLabel('Response', { exact: true }).textContent()).toContain('"found"');
    expect(await page.getByText('See why it costs that').count()).toBe(0);
    expect(opened.trouble).toEqual([]);
  });

  it('sends a recorded request again, with its card', async () => {
    const { page, show } = opened;
    await show('#/traffic/demo/2');
    await page.getByRole('tab', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const response = page.getByLabel('New response');
    await response.waitFor();
    expect(await response.textContent()).toContain('Mina Okafor');
    expect(opened.trouble).toEqual([]);
  });
});
