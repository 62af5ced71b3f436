import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { drydock, type MockClient, type Sandbox } from '../index.js';

/** The page under test: a button that loads the categories, and says so when it can't. */
const shop = (url: string) => `
  <button onclick="load()">Load</button> <p role="status"></p> <ul></ul>
  <script>
    async function load() {
      const status = document.querySelector('p');
      status.textContent = 'Loading …';
      try {
        const response = await fetch('${url}/categories');
        if (!response.ok) throw new Error();
        const { data } = await response.json();
        document.querySelector('ul').replaceChildren(
          ...data.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
        );
        status.textContent = data.length + ' categories';
      } catch {
        status.textContent = 'Please try again.';
      }
    }
  </script>`;

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const here = existsSync(executablePath);
if (!here)
  process.stderr.write(`The Playwright example is skipped: no ${executablePath} (set CHROMIUM_PATH).\n`);

(here ? describe : describe.skip)('a page of a shop', () => {
  let browser: Browser;
  let mock: MockClient;

  beforeAll(async () => {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    [browser, mock] = await Promise.all([chromium.launch({ executablePath, args }), drydock.start()]);
  });
  afterAll(() => Promise.all([browser.close(), mock.close()]));

  /** A page whose every request carries the sandbox's key. */
  async function openShop(sandbox: Sandbox) {
    const page = await browser.newPage({ extraHTTPHeaders: sandbox.headers() });
    await page.setContent(shop(sandbox.url));
    return { load: page.locator('button'), status: page.locator('p') };
  }

  test('offers another try when the server fails, and then shows the categories', async () => {
    const sandbox = await mock.sandbox().scenario('server-error');
    const { load, status } = await openShop(sandbox);

    await load.click();
    await status.filter({ hasText: 'Please try again.' }).waitFor();

    await sandbox.normal();
    await load.click();
    await status.filter({ hasText: /^\d+ categories$/ }).waitFor();
    await sandbox.expectVerified({ requests: [{ status: 500 }, { status: 200 }], inOrder: true });
  });

  test.each(['connection-reset', 'truncated', 'malformed-json'])('survives %s', async (scenario) => {
    const { load, status } = await openShop(await mock.sandbox().scenario(scenario));

    await load.click();

    await status.filter({ hasText: 'Please try again.' }).waitFor();
  });

  test('shows an empty catalogue as one', async () => {
    const { load, status } = await openShop(await mock.sandbox().scenario('empty-categories'));

    await load.click();

    await status.filter({ hasText: '0 categories' }).waitFor();
    expect(await status.textContent()).toBe('0 categories');
  });
});
