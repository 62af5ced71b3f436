import { test } from './playwright-test.js';
import { drydock, type MockClient } from '../../index.js';

let mock: MockClient;
test.beforeAll(async () => {
  mock = await drydock.start({
    "spec": "parcels.yaml",
    "stateful": true,
    "quota": {
      "limit": 5,
      "windowSeconds": 60
    }
  });
});
test.afterAll(() => mock.close());

test('2 × 500, then 200 of listCategories, then 0 × any status of createOrder, in order, back-off kept', async ({ page }) => {
  const sandbox = await mock.sandbox().scenario('flaky', 'slow');
  await page.setExtraHTTPHeaders(sandbox.headers());

  // Let your page call sandbox.url here.

  await sandbox.expectVerified({
    requests: [
      { status: 500, times: 2 },
      { operation: 'listCategories', status: 200, times: 1 },
      { operation: 'createOrder', times: 0 },
    ],
    inOrder: true,
    backoff: true,
  });
});
