import { randomBytes, randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { printable, printableLine } from '../../conformance/printable.js';
import { systemFailure } from '../../contract/system-failure.js';
import { codeFile } from '../../contract/package-root.js';
import { createServer, type DrydockServer } from '../../server/create-server.js';
import { firstCurl, keyPlace } from '../../server/first-request.js';
import { isSecure, type ServerOptions } from '../../server/options.js';
import { shippingService, type ShippingOptions } from '../../shipping/shipping-service.js';
import { collectorVariable, type Telemetry } from '../../server/telemetry/telemetry.js';
import { originOn } from '../../server/origins/origins.js';
import { comparerFor } from '../../document-comparer.js';
import { suiteFor } from '../../suite-runner.js';
import type { Command, Terminal } from '../command.js';
import { configOption, mockFlags, untilOption } from '../../options/mock-options.js';
import { startOptionsOf } from '../../options/start-options.js';
import { runUntil } from '../running/run-until.js';
import { registerMock, runtimeFolder, type RunningMock } from '../running/running-mocks.js';
import { requestLine } from '../request-line.js';
import { warningLines } from '../warning-lines.js';
import { programOptions, UsageError, type GivenFlags } from '../flags.js';

/** Options that can be sent to another process: everything but functions. */
export type MockOptions = Omit<
  ServerOptions,
  'service' | 'extend' | 'log' | 'onRequest' | 'suite' | 'startOptions'
> &
  ShippingOptions;

/** Milliseconds in which a stopping mock still takes requests on connections that clients keep open. */
export const stopGraceMs = 100;

/** The orders of a worker process. */
export interface MockOrder {
  readonly options: MockOptions;
  /** True where the user chose the control token, which is then not printed. */
  readonly ownToken: boolean;
  /** The usual port of the control origin, where another program has it. */
  readonly takenPort: number | undefined;
  /** The style of request lines; undefined for none. */
  readonly requests: { readonly color: boolean } | undefined;
}

/** `drydock mock`: the service on this machine. */
export const mock: Command = {
  summary: 'Serve the mock.',
  usage: 'mock [flags]',
  maxPositionals: 0,
  config: 'mock',
  flags: { ...mockFlags, ...untilOption, ...configOption },
  async run(given, terminal) {
    const { stopped } = terminal;
    const count = workersOf(given);
    if (count !== undefined) return serveByWorkers(count, given, terminal);
    const options = { ...optionsOf(given), instance: randomUUID() };
    const until = given.has('until') ? given.texts('until') : undefined;
    const server = await startMock(options, terminal.err, until ? undefined : requestLog(given, terminal));
    const { port, url, controlToken: token, authorityFile } = server;
    const unregister = register({ ...options, port, controlPort: server.control?.port, token }, terminal);
    if (!until) announce(server, terminal.out, given.has('control-token'), server.control?.taken);
    const exitCode = until
      ? await runUntil(until, { url, token, authorityFile }, terminal)
      : await stopped.then(() => 0);
    unregister();
    await server.close(stopGraceMs);
    return exitCode;
  },
};

async function serveByWorkers(count: number, given: GivenFlags, terminal: Terminal): Promise<number> {
  const { runWorkers } = await import('../../server/workers/run-workers.js');
  const options = optionsOf(given);
  const controlToken = options.controlToken ?? randomBytes(32).toString('base64url');
  const instance = randomUUID();
  let unregister = (): void => undefined;
  const exitCode = await runWorkers(
    {
      ready: (port, controlPort) => {
        unregister = register({ ...options, instance, port, controlPort, token: controlToken }, terminal);
      },
      ...{ count, host: options.host, port: options.port, controlPort: options.controlPort ?? 'auto' },
      program: pathToFileURL(codeFile('src', 'cli', 'worker.js')),
      orderFor: (worker, port, control): MockOrder => ({
        options: { ...options, port, controlPort: control.port, controlToken, worker, instance },
        ownToken: given.has('control-token'),
        takenPort: control.taken,
        requests: showsRequests(given, terminal) ? { color: terminal.color } : undefined,
      }),
    },
    terminal,
  );
  unregister();
  return exitCode;
}

/** A line for each request, where a person sees the output. */
export function requestLog(given: GivenFlags, terminal: Terminal): ServerOptions['onRequest'] {
  return showsRequests(given, terminal) ? requestPrinter(terminal.out, terminal.color) : undefined;
}

function showsRequests(given: GivenFlags, { isTerminal }: Terminal): boolean {
  return isTerminal && !given.has('quiet');
}

/** Prints a line for each request. */
export function requestPrinter(
  out: (line: string) => void,
  color: boolean,
): NonNullable<ServerOptions['onRequest']> {
  return ({ path, ...request }) => out(requestLine({ ...request, path: path && printableLine(path) }, color));
}

/** A mock as it was asked for, with what it runs as. */
interface RegisteredMock
  extends Pick<MockOptions, 'host' | 'https' | 'cert'>, Omit<RunningMock, 'url' | 'pid'> {
  readonly port: number;
}

/** Leaves address and token for the commands that drive a running mock. @returns a function that removes them */
export function register(
  { port, host, https, cert, controlPort, token, instance }: RegisteredMock,
  { env, err, isTerminal }: Terminal,
): () => void {
  try {
    const url = originOn(host, port, isSecure({ https, cert }));
    return registerMock(runtimeFolder(env), { url, controlPort, token, pid: process.pid, instance });
  } catch (cause) {
    // Such as in a container whose file system can only be read; nobody types commands there.
    if (isTerminal)
      err(`drydock use, reset and requests will need --url and --control-token: ${systemFailure(cause)}.`);
    return () => undefined;
  }
}

/** The options of a mock of the shipping service, from the flags. */
export function optionsOf(given: GivenFlags): MockOptions {
  return { controlPort: 'auto', ...programOptions(mockFlags, given) };
}

/** @throws as `createServer` */
export async function startMock(
  options: MockOptions,
  log: (line: string) => void,
  onRequest: ServerOptions['onRequest'],
): Promise<DrydockServer> {
  return createServer({ ...(await serverOptions(options, log, onRequest)), suite: suiteFor(options) });
}

/** The options of a server of the shipping service. @param log gets lines for the terminal */
export async function serverOptions(
  { tariffs, ...options }: MockOptions,
  log: (line: string) => void,
  onRequest: ServerOptions['onRequest'],
) {
  const telemetry = await telemetryOf(log);
  return {
    ...{ ...options, log, service: shippingService({ tariffs }), compare: comparerFor(options) },
    startOptions: startOptionsOf({ ...options, tariffs }),
    ...(telemetry && { telemetry }),
    ...(onRequest && { onRequest }),
  };
}

/** Traces and metrics go out where the environment names a collector. @param log gets a sentence where they can't */
async function telemetryOf(log: (line: string) => void): Promise<Telemetry | undefined> {
  if (collectorVariable(process.env) === undefined) return undefined;
  const { openTelemetry } = await import('../../server/telemetry/open-telemetry.js');
  return openTelemetry(process.env, log);
}

/** @throws UsageError */
function workersOf(given: GivenFlags): number | undefined {
  const count = given.number('workers');
  if (count !== undefined && given.has('until'))
    throw new UsageError('--until runs a command beside one process: leave out --workers.');
  if (count === undefined || given.has('redis')) return count;
  throw new UsageError(
    '--workers needs --redis: several processes are one mock only when they share a store.',
  );
}

/**
 * One ready line, then what a user needs next.
 *
 * @param ownToken true where the user chose the control token, which is then not printed
 * @param takenPort the usual port of the control origin, where another program has it
 */
export function announce(
  server: DrydockServer,
  out: (line: string) => void,
  ownToken: boolean,
  takenPort: number | undefined,
): void {
  out(`Drydock ready at ${server.url}`);
  const { contract, service, options } = server.mock();
  const place = keyPlace(server.mock());
  if (service) out('  key        dk_test_demo (dk_test_NAME is always valid; NAME is its sandbox)');
  else if (place !== undefined)
    out(
      `  key        dk_test_demo: ${printable(place)} (${options.strictKeys ? '' : 'without --strict-keys any will do; '}dk_test_NAME has a sandbox of its own)`,
    );
  const control = server.control?.origin ?? server.origin;
  const why = takenPort === undefined ? '' : ` (port ${takenPort} is in use; --control-port chooses one)`;
  const token = ownToken ? '' : `#token=${server.controlToken}`;
  out(`  page       ${control}/__drydock/${token}${why}`);
  out(`  reference  ${control}/__drydock/docs`);
  out(
    `  token      ${ownToken ? 'as given with --control-token' : "behind #token= in the page's address"} (for page and control API)`,
  );
  if (server.authorityFile !== undefined)
    out(`  trust      ${server.authorityFile} (the authority; docs/https.md says how)`);
  const example = firstCurl(server.mock(), server.origin, server.authorityFile);
  if (example !== undefined) out(`  try        ${example}`);
  if (server.remembered.length > 0) out(`  remembered: ${listed(server.remembered)}`);
  if (server.answeredByDocument.length > 0) {
    out(`  answered from the document alone: ${listed(server.answeredByDocument)}`);
  }
  for (const line of warningLines(contract)) out(`  ${line}`);
}

function listed(operations: readonly string[]): string {
  const shown = operations.slice(0, 8).join(', ');
  return operations.length > 8 ? `${shown} and ${operations.length - 8} more` : shown;
}
