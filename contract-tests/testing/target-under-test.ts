import { spawn } from 'node:child_process';
import { packageFile } from '../../src/contract/package-root.js';

/** A server to run the rules against, with the keys that it knows. */
export interface TargetUnderTest {
  readonly url: string;
  readonly key: string | undefined;
  readonly expiredKey: string | undefined;
  readonly limitedKey: string | undefined;
  close(): Promise<void>;
}

/**
 * The server at TARGET_URL, with keys from DRYDOCK_KEY, DRYDOCK_EXPIRED_KEY and DRYDOCK_LIMITED_KEY; without it the mock as
 * it was built.
 */
export async function targetUnderTest(env: NodeJS.ProcessEnv = process.env): Promise<TargetUnderTest> {
  const { TARGET_URL, DRYDOCK_KEY, DRYDOCK_EXPIRED_KEY, DRYDOCK_LIMITED_KEY } = env;
  if (TARGET_URL === undefined || TARGET_URL === '') return startMock();
  return {
    url: TARGET_URL,
    key: DRYDOCK_KEY,
    expiredKey: DRYDOCK_EXPIRED_KEY,
    limitedKey: DRYDOCK_LIMITED_KEY,
    close: () => Promise.resolve(),
  };
}

/** Starts the mock as a process of its own: the rules know it only by its URL. */
function startMock(): Promise<TargetUnderTest> {
  const command = packageFile('dist', 'src', 'cli', 'main.js');
  const mock = spawn(process.execPath, [command, 'mock', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => mock.once('close', () => resolve()));
  const close = async () => {
    mock.kill('SIGTERM');
    await closed;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url !== undefined)
        resolve({
          url,
          key: 'dk_test_contract',
          expiredKey: 'dk_expired_contract',
          limitedKey: 'dk_limited_contract',
          close,
        });
    };
    mock.stdout.on('data', listen);
    mock.stderr.on('data', listen);
    mock.once('error', reject);
    void closed.then(() =>
      reject(new Error(`The mock did not start; build it first (npm run build).\n${said}`)),
    );
  });
}
