import { randomBytes } from 'node:crypto';
import { printable } from '../../conformance/printable.js';
import { createServer } from '../../server/create-server.js';
import { firstCurl, keyPlace } from '../../server/first-request.js';
import type { ConnectionLimits } from '../../server/http/connection-limits.js';
import type { DrydockServer } from '../../server/create-server.js';
import type { ServerOptions } from '../../server/options.js';
import type { Quota } from '../../state/state.js';
import { shippingService } from '../../shipping/shipping-service.js';
import type { ShippingOptions } from '../../shipping/shipping-service.js';
import { suiteFor } from '../../suite-runner.js';
import type { Command, Terminal } from '../command.js';
import { UsageError } from '../flags.js';
import type { GivenFlags } from '../flags.js';

/** Options that can be sent to another process: everything but functions. */
export type MockOptions = Omit<ServerOptions, 'service' | 'extend' | 'log' | 'suite'> & ShippingOptions;

/** How long a stopping mock still takes requests on connections that clients keep open, in milliseconds. */
export const stopGraceMs = 100;

/** What a worker process serves. */
export interface MockOrder {
  readonly options: MockOptions;
  /** Whether the user chose the control token; then it is not printed. */
  readonly ownToken: boolean;
  /** The usual port of the control origin, where another program has it. */
  readonly takenPort: number | undefined;
}

/** `drydock mock`: the service on this machine. */
export const mock: Command = {
  summary: 'Serve the mock.',
  usage: 'mock [flags]',
  maxPositionals: 0,
  flags: {
    port: { value: 'N', help: 'port to listen on; 0 takes a free one', default: '4010' },
    host: { value: 'H', help: 'address to listen on', default: '127.0.0.1' },
    spec: {
      value: 'FILE',
      help: 'OpenAPI 3.0 to 3.2 or Swagger 2.0 document to serve: a file or an https address; PREFIX=FILE, several times, serves several on one port',
      default: "the service's own",
      many: true,
    },
    overlay: {
      value: 'FILE',
      help: 'OpenAPI overlay to apply to the document; may be given several times',
      many: true,
    },
    'spec-root': {
      value: 'DIR',
      help: 'folder whose files the document of --spec may refer to',
      default: "the document's own",
    },
    examples: {
      value: 'WHICH',
      help: 'examples of the document that are sent: strict for those that keep their schema, document for all',
      default: 'strict',
    },
    scenarios: { value: 'DIR', help: 'folder of scenario files', default: "the package's" },
    scenario: { value: 'NAME', help: 'scenario for everyone who has none of their own' },
    seed: { value: 'N', help: 'same seed, same answers', default: '1' },
    clock: { value: 'T', help: 'freeze the clock of the service, such as 2026-01-01T00:00:00Z' },
    quota: {
      value: 'Q',
      help: 'requests per window and sandbox, or off',
      default: '1000/60s; off for another document',
    },
    key: { value: 'KEY', help: 'accept one more key; may be given several times', many: true },
    'strict-keys': {
      help: 'for a document of your own: accept dk_test_NAME and --key alone, where the document has its keys',
    },
    watch: { help: 'take up changes of document, scenarios and tariffs at once' },
    journal: { value: 'N', help: 'exchanges kept for each sandbox', default: '500' },
    'control-token': { value: 'T', help: 'token of the control API', default: 'a random one for each run' },
    'control-port': {
      value: 'N',
      help: 'port of page, reference and control API; 0 takes a free one',
      default: '4011 beside 4010, else a free one',
    },
    'control-url': {
      value: 'U',
      help: 'address by which browsers reach that port, behind a mapped port or an ingress',
      default: "each request's host, and that port",
    },
    'allow-host': {
      value: 'H',
      help: 'host name by which page and control API may be addressed besides loopback; may be given several times',
      many: true,
    },
    'allow-verify': {
      value: 'HOST',
      help: 'host that the page may run the suite against besides this machine; may be given several times',
      many: true,
    },
    'public-url': {
      value: 'U',
      help: 'address that clients use, for absolute URLs',
      default: "each request's Host",
    },
    'validate-responses': { help: 'hold every success against the document' },
    redis: {
      value: 'URL',
      help: 'keep the state in Redis, so that replicas are one mock: redis://HOST:6379/0?prefix=NAME',
    },
    'access-log': {
      value: 'FILE',
      help: 'append a JSON line for each answered request to a file, or - for standard output',
    },
    workers: { value: 'N', help: 'serve the port by N processes; needs --redis' },
    tariffs: { value: 'DIR', help: 'folder of tariff files', default: "the package's" },
    'max-memory': {
      value: 'SIZE',
      help: 'what a process may hold for clients; the least valuable is shed beyond it',
      default: '256MB',
    },
    'max-connections': {
      value: 'N',
      help: 'connections at the same time; one more is closed at once',
      default: '16384',
    },
    'headers-timeout': { value: 'MS', help: "for a request's headers to arrive", default: '20000' },
    'request-timeout': { value: 'MS', help: 'for a whole request to arrive', default: '60000' },
    'keep-alive-timeout': {
      value: 'MS',
      help: 'for the next request on a connection that is kept',
      default: '65000',
    },
    'write-timeout': {
      value: 'MS',
      help: 'for a client to take some of the bytes that wait for it',
      default: '60000',
    },
  },
  async run(given, terminal) {
    const count = workersOf(given);
    if (count !== undefined) {
      return serveByWorkers(count, given, terminal);
    }
    const server = await startMock(optionsOf(given), terminal.err);
    announce(server, terminal.out, given.has('control-token'), server.control?.taken);
    await terminal.stopped;
    await server.close(stopGraceMs);
    return 0;
  },
};

async function serveByWorkers(count: number, given: GivenFlags, terminal: Terminal): Promise<number> {
  const { runWorkers } = await import('../../server/workers/run-workers.js');
  const options = optionsOf(given);
  const controlToken = options.controlToken ?? randomBytes(32).toString('base64url');
  return runWorkers(
    {
      ...{ count, host: options.host, port: options.port, controlPort: options.controlPort ?? 'auto' },
      program: new URL('../worker.js', import.meta.url),
      orderFor: (worker, port, control): MockOrder => ({
        options: { ...options, port, controlPort: control.port, controlToken, worker },
        ownToken: given.has('control-token'),
        takenPort: control.taken,
      }),
    },
    terminal,
  );
}

/** The options of a mock of the shipping service, from the flags. @throws UsageError */
export function optionsOf(given: GivenFlags): MockOptions {
  const port = given.wholeNumber('port', 0, 65_535);
  const controlPort = given.wholeNumber('control-port', 0, 65_535) ?? 'auto';
  const seed = given.wholeNumber('seed', 0, 0xffff_ffff);
  const journal = given.wholeNumber('journal', 0, 1_000_000);
  const quota = quotaOf(given.text('quota'));
  const examples = examplesOf(given.text('examples'));
  const texts = {
    ...{ host: 'host', specRoot: 'spec-root', clock: 'clock', tariffs: 'tariffs' },
    ...{ publicUrl: 'public-url', controlUrl: 'control-url', scenarios: 'scenarios', scenario: 'scenario' },
    ...{ controlToken: 'control-token', redis: 'redis', accessLog: 'access-log', maxMemory: 'max-memory' },
  } as const;
  const named = Object.entries(texts).flatMap(([option, flag]) => {
    const text = given.text(flag);
    return text === undefined ? [] : [[option, text] as const];
  });
  return {
    ...(Object.fromEntries(named) as Partial<Record<keyof typeof texts, string>>),
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(quota === undefined ? {} : { quota }),
    ...(examples === undefined ? {} : { examples }),
    ...(journal === undefined ? {} : { journal }),
    controlPort,
    limits: limitsOf(given),
    keys: given.texts('key'),
    allowHosts: given.texts('allow-host'),
    allowVerify: given.texts('allow-verify'),
    ...(given.has('spec') ? { spec: given.texts('spec') } : {}),
    overlays: given.texts('overlay'),
    watch: given.has('watch'),
    validateResponses: given.has('validate-responses'),
    strictKeys: given.has('strict-keys'),
  };
}

/** @throws as `createServer` */
export function startMock(
  { tariffs, ...options }: MockOptions,
  log: (line: string) => void,
): Promise<DrydockServer> {
  const suite = suiteFor(options);
  return createServer({
    ...options,
    ...(suite && { suite }),
    log,
    service: shippingService({ tariffs }),
  });
}

/** @throws UsageError */
function workersOf(given: GivenFlags): number | undefined {
  const count = given.wholeNumber('workers', 1, 64);
  if (count === undefined || given.has('redis')) return count;
  throw new UsageError(
    '--workers needs --redis: several processes are one mock only when they share a store.',
  );
}

/** @throws UsageError */
function limitsOf(given: GivenFlags): Partial<ConnectionLimits> {
  const milliseconds = (flag: string) => given.wholeNumber(flag, 1, 86_400_000);
  const limits = {
    maxConnections: given.wholeNumber('max-connections', 1, 1_000_000),
    headersTimeout: milliseconds('headers-timeout'),
    requestTimeout: milliseconds('request-timeout'),
    keepAliveTimeout: milliseconds('keep-alive-timeout'),
    writeTimeout: milliseconds('write-timeout'),
  };
  const named = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return Object.fromEntries(named);
}

/** @throws UsageError */
function examplesOf(text: string | undefined): ServerOptions['examples'] {
  if (text === undefined || text === 'strict' || text === 'document') return text;
  throw new UsageError(`--examples must be strict or document, got ${JSON.stringify(text)}.`);
}

function quotaOf(text: string | undefined): Quota | 'off' | undefined {
  if (text === undefined || text === 'off') return text;
  const [, limit, window] = /^(\d{1,9})\/(\d{1,6})s?$/.exec(text) ?? [];
  if (limit === undefined || Number(window) < 1) {
    throw new UsageError(
      `--quota must be requests per seconds such as 1000/60s, or off, got ${JSON.stringify(text)}.`,
    );
  }
  return { limit: Number(limit), windowSeconds: Number(window) };
}

/**
 * One ready line, then what a user needs next.
 *
 * @param ownToken whether the user chose the control token; then it is not printed
 * @param takenPort the usual port of the control origin, where another program has it
 */
export function announce(
  server: DrydockServer,
  out: (line: string) => void,
  ownToken: boolean,
  takenPort: number | undefined,
): void {
  out(`Drydock ready at ${server.url}`);
  const { contract, service } = server.mock();
  const place = keyPlace(server.mock());
  if (service) out('  key        dk_test_demo (dk_test_NAME is always valid; NAME is its sandbox)');
  else if (place !== undefined)
    out(`  key        dk_test_demo: ${printable(place)} (dk_test_NAME has a sandbox of its own)`);
  const control = server.control?.origin ?? server.origin;
  const why = takenPort === undefined ? '' : ` (port ${takenPort} is in use; --control-port chooses one)`;
  const token = ownToken ? '' : `#token=${server.controlToken}`;
  out(`  page       ${control}/__drydock/${token}${why}`);
  out(`  reference  ${control}/__drydock/docs`);
  out(
    `  token      ${ownToken ? 'as given with --control-token' : "behind #token= in the page's address"} (for page and control API)`,
  );
  const example = firstCurl(server.mock(), server.origin);
  if (example !== undefined) out(`  try        ${example}`);
  if (server.answeredByDocument.length > 0) {
    out(`  answered from the document alone: ${listed(server.answeredByDocument)}`);
  }
  for (const warning of contract.warnings.slice(0, 10)) out(`  warning    ${printable(warning)}`);
  if (contract.warnings.length > 10) out(`  warning    and ${contract.warnings.length - 10} more`);
}

function listed(operations: readonly string[]): string {
  const shown = operations.slice(0, 8).join(', ');
  return operations.length > 8 ? `${shown} and ${operations.length - 8} more` : shown;
}
