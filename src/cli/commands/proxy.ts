import { setTimeout as wait } from 'node:timers/promises';
import { printable } from '../../conformance/printable.js';
import { loadRules } from '../../conformance/rules/load-rules.js';
import { startProxy } from '../../proxy/start-proxy.js';
import type { Proxy } from '../../proxy/start-proxy.js';
import type { GatewayOptions } from '../../proxy/gateway-options.js';
import type { JudgeOptions } from '../../proxy/judging/proxy-judge.js';
import { reportNames } from '../../reports/registry.js';
import { verdictLine } from '../../reports/run-record.js';
import { shippingService } from '../../shipping/shipping-service.js';
import type { Command, Terminal } from '../command.js';
import { UsageError } from '../flags.js';
import type { GivenFlags } from '../flags.js';
import { packageVersion } from '../package-version.js';
import { mock, optionsOf, requestLog, stopGraceMs } from './mock.js';
import { wantedReports, WrittenReports } from '../verify/verify-reports.js';

const { workers: _, 'strict-keys': __, ...shared } = mock.flags;

/** `drydock proxy URL`: a real service in the middle, with scenarios in front of it. */
export const proxy: Command = {
  summary:
    'Stand in front of a real service: scenarios over it, and a verdict about what passed. Exit 0 conforms, 1 a rule is broken, 2 usage, 3 too little was met.',
  usage: 'proxy URL [flags]',
  maxPositionals: 1,
  config: 'mock',
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
    for: { value: 'TIME', help: 'end with the verdict after this time, such as 10m', default: 'never' },
    report: {
      value: 'R[=F]',
      help: `how the verdict is told at the end: ${reportNames.join(', ')}`,
      default: 'text',
      many: true,
    },
    output: {
      value: 'F',
      help: 'file of the report without =F; --report may be given several times',
      default: 'standard output',
    },
    'fail-on': { value: 'L', help: 'weakest level that fails: must or should', default: 'must' },
    'min-operations': { value: 'N', help: 'ask that N percent of the operations were met' },
    'min-statuses': { value: 'N', help: 'the same of the documented statuses of each operation' },
    'min-errors': { value: 'N', help: 'the same of those that are errors, 4xx and 5xx' },
    'min-fields': { value: 'N', help: 'the same of the fields of request bodies' },
  },
  async run(given, terminal) {
    const gateway = gatewayOptions(given);
    const endMs = durationOf(given.text('for'));
    const judging = { ...judgingOf(given), rules: await loadRules() };
    const { tariffs, ...options } = optionsOf(given);
    const written = await WrittenReports.open(
      wantedReports(given.texts('report'), given.text('output')),
      terminal,
      {
        version: packageVersion(),
        startedAt: new Date().toISOString(),
      },
    );
    try {
      const onRequest = requestLog(given, terminal);
      const server = {
        ...{ ...options, log: terminal.err, service: shippingService({ tariffs }) },
        ...(onRequest ? { onRequest } : {}),
      };
      const running = await startProxy({ server, gateway, judging });
      announceProxy(running, terminal, given.has('control-token'));
      await Promise.race([
        terminal.stopped,
        running.stopped,
        ...(endMs === undefined ? [] : [wait(endMs, undefined, { ref: false })]),
      ]);
      const { events, summary } = await running.close(stopGraceMs);
      for (const event of events) written.write(event);
      written.save();
      if (!written.showsOnTerminal) terminal.err(verdictLine(summary));
      return summary.exitCode;
    } catch (error) {
      written.discard();
      throw error;
    }
  },
};

/** One ready line, then what a user needs next. */
function announceProxy({ server, target }: Proxy, { out }: Terminal, ownToken: boolean): void {
  const control = server.control?.origin ?? server.origin;
  out(`Drydock ready at ${server.origin}`);
  out(`  target     ${target}`);
  out(`  page       ${control}/__drydock/`);
  out(
    `  token      ${ownToken ? 'as given with --control-token' : server.controlToken} (for page and control API)`,
  );
  for (const warning of server.mock().contract.warnings.slice(0, 10))
    out(`  warning    ${printable(warning)}`);
}

/** @throws UsageError */
function judgingOf(given: GivenFlags): Omit<JudgeOptions, 'rules'> {
  return {
    failOn: failOnOf(given.text('fail-on') ?? 'must'),
    thresholds: {
      minOperations: given.wholeNumber('min-operations', 0, 100),
      minStatuses: given.wholeNumber('min-statuses', 0, 100),
      minErrors: given.wholeNumber('min-errors', 0, 100),
      minFields: given.wholeNumber('min-fields', 0, 100),
    },
  };
}

/** @throws UsageError */
function failOnOf(text: string): 'MUST' | 'SHOULD' {
  const level = (['MUST', 'SHOULD'] as const).find((one) => one === text.toUpperCase());
  if (level !== undefined) return level;
  throw new UsageError(`--fail-on must be must or should, got ${JSON.stringify(text)}.`);
}

/** Milliseconds of `90s`, `10m` or `2h`. @throws UsageError */
function durationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Number(count) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit ?? ''] ?? NaN);
  if (milliseconds > 0 && milliseconds < 2 ** 31) return milliseconds;
  throw new UsageError(`--for must be a duration such as 90s, 10m or 2h, got ${JSON.stringify(text)}.`);
}

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
