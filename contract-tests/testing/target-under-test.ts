import { CliProcess } from '../../src/testing/cli-process.js';

/** A server to check the rules against, and the keys that it knows. */
export interface TargetUnderTest {
  readonly url: string;
  readonly key: string | undefined;
  readonly expiredKey: string | undefined;
  readonly limitedKey: string | undefined;
  close(): Promise<unknown>;
}

/**
 * The server at TARGET_URL, with keys from DRYDOCK_KEY, DRYDOCK_EXPIRED_KEY and DRYDOCK_LIMITED_KEY; without TARGET_URL the
 * mock.
 */
export async function targetUnderTest(env: NodeJS.ProcessEnv = process.env): Promise<TargetUnderTest> {
  const { TARGET_URL, DRYDOCK_KEY, DRYDOCK_EXPIRED_KEY, DRYDOCK_LIMITED_KEY } = env;
  if (TARGET_URL === undefined || TARGET_URL === '') return mockUnderTest();
  return {
    url: TARGET_URL,
    key: DRYDOCK_KEY,
    expiredKey: DRYDOCK_EXPIRED_KEY,
    limitedKey: DRYDOCK_LIMITED_KEY,
    close: () => Promise.resolve(),
  };
}

/** The built mock as a process of its own, so that the rules know nothing of it but its URL. */
export async function mockUnderTest(args: readonly string[] = []): Promise<TargetUnderTest> {
  const mock = new CliProcess(['mock', '--port', '0', ...args]);
  const url = /ready at (\S+)/.exec(await mock.line(/ready at/))?.[1] ?? '';
  return {
    url,
    key: 'dk_test_contract',
    expiredKey: 'dk_expired_contract',
    limitedKey: 'dk_limited_contract',
    close: () => {
      mock.child.kill('SIGTERM');
      return mock.finished;
    },
  };
}
