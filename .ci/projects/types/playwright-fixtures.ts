// Apart from the others: types that Playwright's own need are not valid in CommonJS without `esModuleInterop`.
import { expect, test } from 'drydock-kit/playwright';

test.use({ mockOptions: { quota: '100/60s' } });
test('a page behind the mock', async ({ page, sandbox, mock }) => {
  await page.goto(mock.url);
  await sandbox.scenario('slow');
  // @ts-expect-error there is no such scenario
  await sandbox.scenario('slowly');
  expect(await sandbox.requests({ operation: 'listCategories' })).toHaveLength(1);
});
