import { createFetchHandler, expect, routePage, test } from '../../../../dist/src/fetch/playwright.js';

const show = `async ([url, key]) => {
  const response = await fetch(url + '/categories', { headers: { Authorization: 'Bearer ' + key } });
  document.body.textContent = response.status;
}`;

test('a sandbox of the worker’s mock', async ({ page, sandbox }) => {
  await sandbox.scenario('rate-limited');
  await page.setContent('<body></body>');
  await page.evaluate(`(${show})(${JSON.stringify([sandbox.url, sandbox.key])})`);
  await expect(page.locator('body')).toHaveText('429');
  await sandbox.expectVerified({ requests: [{ operation: 'listCategories', status: 429, times: 1 }] });
});

test('another test has another sandbox', async ({ sandbox }) => {
  expect(await sandbox.requests()).toEqual([]);
});

test('routes without a server', async ({ page }) => {
  const handler = createFetchHandler({ url: 'https://api.shop.example/v1' });
  await routePage(page, handler, { sandbox: 'checkout' });
  await handler.use('status-403', { sandbox: 'checkout' });
  await page.setContent('<body></body>');
  await page.evaluate(`(${show})(${JSON.stringify([handler.url, 'none'])})`);
  await expect(page.locator('body')).toHaveText('403');
  await handler.expectVerified({ requests: [{ status: 403, times: 1 }] });
});
