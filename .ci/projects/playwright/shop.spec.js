// Playwright Test, with the fixtures from the package.
import { createFetchHandler, expect, routePage, test } from 'drydock-kit/playwright';

const statusOf = ([url, key]) =>
  fetch(`${url}/categories`, { headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status);

test('a page meets the scenario of the test’s sandbox', async ({ page, sandbox }) => {
  await sandbox.scenario('rate-limited');
  expect(await page.evaluate(statusOf, [sandbox.url, sandbox.key])).toBe(429);
  await sandbox.expectVerified({ requests: [{ operation: 'listCategories', status: 429, times: 1 }] });
});

test('a page is answered without a server', async ({ page }) => {
  const handler = createFetchHandler({ url: 'https://api.shop.example/v1' });
  await routePage(page, handler, { sandbox: 'checkout' });
  expect(await page.evaluate(statusOf, [handler.url, 'none'])).toBe(200);
});
