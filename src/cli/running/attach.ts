import { drydock, type MockClient } from '../../client/index.js';
import { address } from '../../options/forms/forms.js';
import type { OptionTable } from '../../options/option.js';
import type { Terminal } from '../command.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { runningMocks } from './running-mocks.js';
import { runtimeFolder } from './runtime-folder.js';

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
  const running = await runningMocks(runtimeFolder(env));
  const [mock, ...others] = url === undefined ? running : running.filter((one) => isAt(one.url, url));
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

/** True where two addresses are one port of this machine. */
export function isAt(own: string, given: string): boolean {
  const [one, other] = [new URL(own), new URL(given)];
  return one.port === other.port && (one.hostname === other.hostname || isLoopback(other.hostname));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
