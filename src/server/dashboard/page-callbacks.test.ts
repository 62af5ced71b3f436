/** Callbacks of an exchange, and the panel that fires webhooks, in a real Chromium. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { drydock, type MockClient } from '../../client/index.js';
import { send, startMock } from '../../testing/mock-server.js';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { describeUnless } from '../../testing/unless.js';
import { payments } from '../callbacks/testing/payments.js';
import { startReceiver, type Receiver } from '../callbacks/testing/receiver.js';
import { axeFindings, launchBrowser, openPage, whyNoBrowser } from './testing/page-browser.js';
import type { OpenedPage } from './testing/page-browser.js';

describeUnless(whyNoBrowser, 'the page of a document with callbacks', () => {
  let browser: Browser;
  let opened: OpenedPage;
  let client: MockClient;
  let receiver: Receiver;
  let pay: (notify: string) => Promise<number>;

  beforeAll(async () => {
    browser = await launchBrowser();
    const spec = temporaryFile('payments.json', JSON.stringify(payments));
    const server = await startMock({ spec, controlPort: 0 });
    client = drydock.attach({ url: server.url, token: server.controlToken });
    opened = await openPage(browser, server);
    receiver = await startReceiver((count) => (count === 2 ? 500 : 204));
    pay = async (notify) =>
      (
        await send(server, 'POST', '/payments/eu', {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ amount: 3, notify }),
        })
      ).status;
  });
  afterAll(() => browser.close());

  it('shows them with the exchange, refused ones with the reason', async () => {
    const { page, show, trouble } = opened;
    expect(await pay(receiver.url)).toBe(201);
    expect(await pay('http://receiver.example.com/')).toBe(201);
    await show('#/traffic/public/1');
    const callbacks = page.getByRole('region', { name: 'Callbacks' });
    await callbacks.getByText('delivered').waitFor();
    await callbacks.getByText('delivered').click();
    await callbacks.getByText('webhook-id:').waitFor();
    await show('#/traffic/public/2');
    await callbacks.getByText(/refused.*the option callbackHosts receiver\.example\.com/).waitFor();
    await page.locator('.rows-box .row a').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });

  it('fires a webhook, and shows what became of it, as of those that others fire', async () => {
    const { page, show } = opened;
    await show('#/workbench?sandbox=hooks');
    const panel = page.getByRole('region', { name: 'Webhooks' });
    await panel.getByLabel('Receiver').fill(`${receiver.url}/hooks`);
    await panel.getByRole('button', { name: 'Fire' }).click();
    await panel.getByText(/delivered payoutSent: POST/).waitFor();
    await panel.getByText('1 webhook fired in hooks').waitFor();
    expect(receiver.received.map(({ target }) => target).slice(1)).toEqual(['/hooks', '/hooks']);
    await client.sandbox('hooks').webhook('payoutSent', { to: `${receiver.url}/others` });
    await panel.getByText('2 webhooks fired in hooks').waitFor();
    await panel.getByText(/others/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
