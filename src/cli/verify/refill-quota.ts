import { drydock, DrydockError } from '../../client/index.js';
import type { Terminal } from '../command.js';
import type { GivenFlags } from '../flags.js';
import { isAt } from '../running/attach.js';
import { runningMocks } from '../running/running-mocks.js';
import { runtimeFolder } from '../running/runtime-folder.js';
import { keyOf, urlOf } from './verify-options.js';

/**
 * Gives a run against a mock of this user its whole quota, which an earlier run may have spent: the sandbox that the key names has a
 * new window, and all else stays. The mock's own file of this machine has the token for that; no other target is asked.
 */
export async function refillQuota(given: GivenFlags, { env }: Terminal): Promise<void> {
  const url = urlOf(given);
  const [, sandbox] = /^dk_test_([A-Za-z0-9._-]{1,64})(?:~|$)/.exec(keyOf(given) ?? '') ?? [];
  if (sandbox === undefined || !URL.canParse(url)) return;
  const own = (await runningMocks(runtimeFolder(env))).find((mock) => isAt(mock.url, url));
  if (own === undefined) return;
  const mock = drydock.attach({ url: own.url, token: own.token });
  try {
    await mock.sandbox(sandbox).resetQuota();
  } catch (error) {
    // The run then waits for the window's end, and says so.
    if (!(error instanceof DrydockError)) throw error;
  } finally {
    await mock.close();
  }
}
