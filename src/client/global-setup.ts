/**
 * One mock for all files of a test run (`drydock-kit/global-setup`): in Jest as `globalSetup`, with `drydock-kit/global-teardown` as
 * `globalTeardown`; in Vitest as `globalSetup` alone. Tests reach it by `drydock.attach()` and take a sandbox each.
 */
import { drydock, type MockClient } from './index.js';

/** The mock as the setup leaves it for the teardown, which Jest loads as a separate module. */
interface WithMock {
  drydockMock?: MockClient | undefined;
}

const shared = globalThis as WithMock;

/**
 * Starts the mock and says in DRYDOCK_URL and DRYDOCK_CONTROL_TOKEN where it is, which test processes inherit.
 *
 * @returns what stops it, for Vitest
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const controlToken = crypto.randomUUID();
  const mock = await drydock.start({ controlToken });
  process.env.DRYDOCK_URL = mock.url;
  process.env.DRYDOCK_CONTROL_TOKEN = controlToken;
  shared.drydockMock = mock;
  return globalTeardown;
}

/** Stops the mock, and takes back what the setup has put into the environment. */
export async function globalTeardown(): Promise<void> {
  await shared.drydockMock?.close();
  delete shared.drydockMock;
  delete process.env.DRYDOCK_URL;
  delete process.env.DRYDOCK_CONTROL_TOKEN;
}
