import { drydock, DrydockError, type MockClient, type Sandbox } from '../../client/index.js';
import { printableLine } from '../../conformance/printable.js';
import { address, textForm } from '../../options/forms/forms.js';
import type { OptionTable } from '../../options/option.js';
import type { Terminal } from '../command.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { runningMocks } from './running-mocks.js';

/** The flags of commands that talk to a mock which runs already. */
export const attachOptions = {
  url: {
    value: 'URL',
    help: 'the running mock',
    form: address('http://127.0.0.1:4010'),
    defaultText: 'the one that runs here',
  },
  'control-token': {
    value: 'T',
    help: 'its control token',
    defaultText: 'found where the mock runs here',
    secret: true,
  },
} as const satisfies OptionTable;

/**
 * The mock that the flags name, or the one that this user runs on this machine.
 *
 * @throws UsageError where there is none, or several and no --url
 */
export async function attachedMock(given: GivenFlags, terminal: Terminal): Promise<MockClient> {
  return drydock.attach(await attachedAddress(given, terminal));
}

/** As `attachedMock`: its address and control token. */
export async function attachedAddress(given: GivenFlags, { env }: Terminal) {
  const url = given.text('url');
  const token = given.text('control-token');
  if (url !== undefined && token !== undefined) return { url, token };
  const [mock, ...others] = await runningMocks(env, url);
  if (mock === undefined) throw noMock(url, token);
  if (others.length > 0) {
    const all = [mock, ...others].map((one) => one.url).join(', ');
    throw new UsageError(`Several mocks run here: ${all}. Say which with --url.`);
  }
  return { url: mock.url, token: token ?? mock.token };
}

function noMock(url: string | undefined, token: string | undefined): UsageError {
  if (url !== undefined)
    return new UsageError(
      `No mock of yours runs at ${new URL(url).origin}: give its control token with --control-token, or start one with drydock mock.`,
    );
  const hint = token === undefined ? '' : ' Say where the mock is with --url.';
  return new UsageError(`No mock of yours runs here: start one with drydock mock.${hint}`);
}

const name = textForm('1 to 64 of A-Z a-z 0-9 . _ -', (text) =>
  /^[A-Za-z0-9._-]{1,64}$/.test(text) ? text : undefined,
);

/** The flags that say whom a command is about. */
export const sandboxOptions = {
  sandbox: { value: 'NAME', help: 'only this sandbox', form: name, noEnv: true },
  everyone: { help: 'all sandboxes, which is the default', noEnv: true },
} as const satisfies OptionTable;

/** The sandbox that the flags name; undefined for everyone. @throws UsageError where they name both */
export function oneSandbox(mock: MockClient, given: GivenFlags): Sandbox | undefined {
  const sandbox = given.text('sandbox');
  if (sandbox !== undefined && given.has('everyone'))
    throw new UsageError('--sandbox and --everyone exclude each other; give one of them.');
  return sandbox === undefined ? undefined : mock.sandbox(sandbox);
}

/** The work of a command on a running mock. @returns the exit code */
type UseMock = (mock: MockClient, given: GivenFlags, terminal: Terminal) => Promise<number>;

/**
 * Runs a command against the mock that its flags name. What the mock refuses is one line and exit 2, what can't be asked
 * of it is exit 3.
 */
export function runsAgainst(useMock: UseMock) {
  return async (given: GivenFlags, terminal: Terminal): Promise<number> => {
    const mock = await attachedMock(given, terminal);
    try {
      return await useMock(mock, given, terminal);
    } catch (error) {
      if (!(error instanceof DrydockError)) throw error;
      const message = error.message.replaceAll('GET /__drydock/scenarios', 'drydock scenarios');
      if ([400, 403, 422].includes(error.status ?? 0)) throw new UsageError(message);
      terminal.err(printableLine(message));
      return 3;
    } finally {
      await mock.close();
    }
  };
}
