/**
 * Fixtures for Playwright Test (`drydock-kit/playwright`): a mock for each worker, a sandbox for each test.
 *
 * @example
 * import { expect, test } from 'drydock-kit/playwright';
 * test('a spent quota is shown', async ({ page, sandbox }) => {
 *   await sandbox.scenario('rate-limited');
 *   await page.goto(`http://localhost:5173/?api=${sandbox.url}&key=${sandbox.key}`);
 * });
 */
import { test as base } from '@playwright/test';
import { drydock } from '../client/index.js';
import type { MockClient } from '../client/mock-client.js';
import type { Sandbox } from '../client/sandbox.js';
import type { ServerOptions } from '../server/options.js';

export { expect } from '@playwright/test';
export { routePage } from './route-page.js';
export type { RouteOptions } from './route-page.js';
export { createFetchHandler } from './create-fetch-handler.js';

/** A worker's mock: the options of `drydock.start()`, or the address of a running one. */
export type MockOptions =
  | ServerOptions
  | {
      /** The address of a mock that runs, such as `http://127.0.0.1:4010`. */
      readonly url: string;
      /** Its control token; default: what DRYDOCK_CONTROL_TOKEN holds. */
      readonly token?: string;
    };

/** Fixtures of each test. */
export interface DrydockFixtures {
  /** A part of the mock that this test has to itself, with scenario, requests and verify; it is reset afterwards. */
  readonly sandbox: Sandbox;
}

/** Fixtures of each worker. */
export interface DrydockWorkerFixtures {
  /** Set by `use: { mockOptions }` in the configuration; default: a mock on a free port, or the one that DRYDOCK_URL names. */
  readonly mockOptions: MockOptions;
  /** The worker's mock. */
  readonly mock: MockClient;
}

/** Playwright's `test` with `sandbox`, `mock` and `mockOptions`. */
export const test = base.extend<DrydockFixtures, DrydockWorkerFixtures>({
  mockOptions: [{}, { option: true, scope: 'worker' }],
  mock: [
    async ({ mockOptions }, use) => {
      const mock = await mockFor(mockOptions);
      await use(mock);
      await mock.close();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ mock }, use) => {
    const sandbox = mock.sandbox();
    await use(sandbox);
    await sandbox.reset();
  },
});

async function mockFor(options: MockOptions): Promise<MockClient> {
  if ('url' in options) return drydock.attach(options);
  return (process.env.DRYDOCK_URL ?? '') === '' ? drydock.start(options) : drydock.attach();
}
