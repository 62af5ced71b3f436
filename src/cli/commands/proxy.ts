import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { loadRules } from '../../conformance/rules/load-rules.js';
import { systemFailure } from '../../contract/system-failure.js';
import { HarLog, type HarLogOptions } from '../../proxy/recording/har-log.js';
import { startProxy, type Proxy } from '../../proxy/start-proxy.js';
import { configOption, untilOption } from '../../options/mock-options.js';
import { flagsOf } from '../../options/option.js';
import type { ReadRows } from '../../options/option-types.js';
import { gatewayOptions, proxyFlags } from '../../options/proxy-options.js';
import { longRunOptions } from '../../options/long-run-options.js';
import type { Command, Terminal } from '../command.js';
import { UsageError, valuesOf, type GivenFlags } from '../flags.js';
import { optionsOf, register, requestLog, serverOptions, stopGraceMs } from './mock.js';
import { runUntil } from '../running/run-until.js';
import { trafficFlags } from '../traffic-flags.js';
import { warningLines } from '../warning-lines.js';
import { openReports, wantedReports, writeRun } from '../verify/verify-reports.js';
import { PartReports, WindowReports } from '../verify/part-reports.js';

/** `drydock proxy URL`: a real service in the middle, with scenarios in front of it. */
export const proxy: Command = {
  summary:
    'Stand in front of a real service: scenarios over it, and a verdict about what passed. Exit 0 conforms, 1 a rule is broken, 2 usage, 3 too little was exercised.',
  usage: 'proxy [URL] [flags]',
  givesVerdict: true,
  maxPositionals: 1,
  config: 'mock',
  flags: { ...proxyFlags, ...untilOption, ...configOption },
  async run(given, terminal) {
    const { stopped } = terminal;
    const [url] = given.positionals;
    const {
      for: endMs,
      har,
      harRotate: rotation,
      sample,
      every,
      route: routes = [],
      ...gateway
    } = own(given);
    const judging = { ...trafficFlags(given), rules: await loadRules(), windows: every !== undefined };
    const options = { ...optionsOf(given), instance: randomUUID() };
    const begunAt = Date.now();
    const wanted = wantedReports(given.texts('report'), given.text('output'));
    const reports = await openReports(wanted, terminal);
    try {
      const until = given.has('until') ? given.texts('until') : undefined;
      const onRequest = until ? undefined : requestLog(given, terminal);
      const server = await serverOptions(options, terminal.err, onRequest);
      const running = await startProxy({
        ...{ server, judging, gateway: { url, routes, ...gateway }, har: harOf(har, { rotation, sample }) },
      });
      const parts = new PartReports(wanted, terminal);
      const windows = new WindowReports(parts, running.endWindow);
      if (every !== undefined) windows.endEvery(every);
      const { port, control, controlToken: token, authorityFile } = running.server;
      const unregister = register({ ...options, port, controlPort: control?.port, token }, terminal);
      if (!until) announceProxy(running, terminal, given.has('control-token'));
      const over = Promise.race([
        running.stopped,
        ...(endMs === undefined ? [] : [wait(endMs, undefined, { ref: false })]),
      ]);
      const exitCode = until
        ? await runUntil(until, { url: running.server.origin, token, authorityFile }, terminal, over)
        : await Promise.race([stopped, over]).then(() => 0);
      unregister();
      const verdict = await running.close(stopGraceMs);
      await windows.close();
      await parts.writeServices(verdict, { label: '', begunAt, fileOf: (file) => file });
      const judged = await writeRun(reports, verdict.events);
      return exitCode === 0 ? judged : exitCode;
    } catch (error) {
      reports.discard();
      throw error;
    }
  },
};

const ownRows = { ...gatewayOptions, ...longRunOptions };

/** The values of the flags that a mock does not have. @throws UsageError for options of a HAR without one */
function own(given: GivenFlags): Partial<ReadRows<typeof ownRows>> {
  for (const flag of ['har-rotate', 'sample'])
    if (given.has(flag) && !given.has('har'))
      throw new UsageError(`--${flag} is about the HAR: say where to write it with --har FILE.`);
  return valuesOf(flagsOf(ownRows), given);
}

/** @throws UsageError where it can't be written */
function harOf(file: string | undefined, options: HarLogOptions): HarLog | undefined {
  try {
    return file === undefined ? undefined : new HarLog(file, options);
  } catch (cause) {
    throw new UsageError(`--har can't be written to ${String(file)}: ${systemFailure(cause)}.`, { cause });
  }
}

/** One ready line, then what a user needs next. */
function announceProxy({ server, routes }: Proxy, { out }: Terminal, ownToken: boolean): void {
  const control = server.control?.origin ?? server.origin;
  out(`Drydock ready at ${server.origin}`);
  for (const { prefix, url } of routes)
    out(prefix === '' ? `  target     ${url}` : `  route      ${prefix} to ${url}`);
  out(`  page       ${control}/__drydock/`);
  out(
    `  token      ${ownToken ? 'as given with --control-token' : server.controlToken} (for page and control API)`,
  );
  if (server.authorityFile !== undefined)
    out(`  trust      ${server.authorityFile} (the authority; docs/https.md says how)`);
  for (const line of warningLines(server.mock().contract)) out(`  ${line}`);
}
