/**
 * One mock for all files of a test run (`drydock-kit/global-setup`): in Jest as `globalSetup`, with `drydock-kit/global-teardown` as
 * `globalTeardown`; in Vitest as `globalSetup` alone. Tests reach it by `drydock.attach()` and take a sandbox each.
 */
import { drydock, type MockClient } from './index.js';

/** The mock of a test run. Vitest calls the setup for each of its projects. */
interface Shared {
  readonly mock: Promise<MockClient>;
  /** How many teardowns are still to come. */
  setups: number;
}

/** The mock as the setup leaves it for the teardown, which Jest loads as a separate module. */
const run = globalThis as { drydockMock?: Shared | undefined };

/**
 * Starts the mock and says in DRYDOCK_URL and DRYDOCK_CONTROL_TOKEN where it is, which test processes inherit. Where it runs already
 * for another project of the run, that one is shared.
 *
 * @returns what stops it, for Vitest
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const shared = (run.drydockMock ??= { mock: startedMock(), setups: 0 });
  shared.setups += 1;
  try {
    await shared.mock;
  } catch (cause) {
    delete run.drydockMock;
    throw cause;
  }
  return globalTeardown;
}

async function startedMock(): Promise<MockClient> {
  const controlToken = crypto.randomUUID();
  const mock = await drydock.start({ controlToken });
  process.env.DRYDOCK_URL = mock.url;
  process.env.DRYDOCK_CONTROL_TOKEN = controlToken;
  return mock;
}

/** Stops the mock after the last project of the run, and takes back what the setup has put into the environment. */
export async function globalTeardown(): Promise<void> {
  const shared = run.drydockMock;
  if (!shared) return;
  shared.setups -= 1;
  if (shared.setups > 0) return;
  delete run.drydockMock;
  const mock = await shared.mock;
  // Before it is closed: another setup may begin meanwhile.
  delete process.env.DRYDOCK_URL;
  delete process.env.DRYDOCK_CONTROL_TOKEN;
  await mock.close();
}
