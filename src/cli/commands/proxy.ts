import { startProxy } from '../../proxy/start-proxy.js';
import type { GatewayOptions } from '../../proxy/gateway-options.js';
import { shippingService } from '../../shipping/shipping-service.js';
import type { Command } from '../command.js';
import { UsageError } from '../flags.js';
import type { GivenFlags } from '../flags.js';
import { mock, optionsOf, stopGraceMs } from './mock.js';

const { workers: _, 'strict-keys': __, ...shared } = mock.flags;

/** `drydock proxy URL`: a real service in the middle, with scenarios in front of it. */
export const proxy: Command = {
  summary: 'Stand in front of a real service: scenarios over it, and a verdict about what passed.',
  usage: 'proxy URL [flags]',
  maxPositionals: 1,
  flags: {
    ...shared,
    'mock-on': {
      value: 'LIST',
      help: 'the mock answers instead of these statuses of the target, or when it can not be reached: 404,501,unreachable',
      default: 'never',
    },
    mock: {
      value: 'OPERATION',
      help: 'the mock answers this operation instead of the target; may be given several times',
      many: true,
    },
    timeout: { value: 'MS', help: 'for the next byte of the target', default: '60000' },
    'connect-timeout': { value: 'MS', help: 'for a connection with the target to be made', default: '10000' },
    'max-held': {
      value: 'BYTES',
      help: 'of a body, held to be judged and changed; a larger one passes and is not judged',
      default: '2097152',
    },
  },
  async run(given, terminal) {
    const { tariffs, ...options } = optionsOf(given);
    const running = await startProxy({
      server: { ...options, log: terminal.err, service: shippingService({ tariffs }) },
      gateway: gatewayOptions(given),
    });
    terminal.out(`Drydock ready at ${running.server.origin}`);
    terminal.out(`  target     ${running.target}`);
    await terminal.stopped;
    await running.close(stopGraceMs);
    return 0;
  },
};

/** @throws UsageError */
function gatewayOptions(given: GivenFlags): GatewayOptions {
  const [url] = given.positionals;
  if (url === undefined)
    throw new UsageError('Say which server to stand in front of: drydock proxy https://staging.example.com.');
  const numbers = {
    timeoutMs: given.wholeNumber('timeout', 1, 86_400_000),
    connectTimeoutMs: given.wholeNumber('connect-timeout', 1, 86_400_000),
    maxHeld: given.wholeNumber('max-held', 0, 1_073_741_824),
  };
  const named = Object.entries(numbers).filter(([, number]) => number !== undefined);
  return {
    url,
    mock: given.texts('mock'),
    mockOn: mockOnOf(given.text('mock-on')),
    ...Object.fromEntries(named),
  };
}

/** @throws UsageError */
function mockOnOf(text: string | undefined): (number | 'unreachable')[] {
  return (text ?? '').split(',').flatMap((item): (number | 'unreachable')[] => {
    const name = item.trim();
    if (name === '') return [];
    if (name === 'unreachable') return [name];
    if (/^[1-5]\d\d$/.test(name)) return [Number(name)];
    throw new UsageError(
      `--mock-on must be statuses and unreachable between commas, such as 404,501,unreachable, got ${JSON.stringify(name)}.`,
    );
  });
}
