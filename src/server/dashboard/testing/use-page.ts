import { afterAll, beforeAll } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startMock } from '../../../testing/mock-server.js';
import type { DrydockServer } from '../../create-server.js';
import { launchBrowser, openPage, type OpenedPage } from './page-browser.js';

interface UsedPage {
  readonly browser: Browser;
  readonly server: DrydockServer;
  readonly opened: OpenedPage;
  readonly page: Page;
}

interface PageSetup {
  readonly mock?: Parameters<typeof startMock>[0];
  readonly context?: BrowserContextOptions;
  /** Called with the mock before its page is opened. */
  readonly before?: (server: DrydockServer) => Promise<unknown>;
}

/** Starts a mock and opens its page in a browser, before the tests of the block and for all of them. @param take gets them */
export function usePage(
  take: (used: UsedPage) => void,
  { mock, context = { viewport: { width: 1440, height: 900 } }, before }: PageSetup = {},
): void {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
    const server = await startMock({ controlPort: 0, ...mock });
    await before?.(server);
    const opened = await openPage(browser, server, context);
    take({ browser, server, opened, page: opened.page });
  });
  afterAll(() => browser.close());
}
