import type { Express } from 'express';
import { OptionError } from '../contract/option-error.js';
import type { CompareDocument } from '../control/control-context.js';
import type { RunSuite } from '../control/verify-runs/run-suite.js';
import { readOptions, type CodeOptions } from '../options/check-options.js';
import { mockOptions } from '../options/mock-options.js';
import type { GivenOptions, ReadOptions } from '../options/option-types.js';
import type { StartOptions } from '../options/start-options.js';
import type { OperationHandlers } from '../foreign/handlers/operation-handler.js';
import type { ServiceDefinition } from '../mock/service-definition.js';
import { addressForm, readRedisAddress, type RedisAddress } from '../state/redis/address.js';
import type { AnsweredRequest } from './access-log/access-log.js';
import type { Gateway } from './server-context.js';
import type { Telemetry } from './telemetry/telemetry.js';

/** The setup of a mock: the options of `drydock mock`, and those that only a program can give. */
export interface ServerOptions extends Omit<GivenOptions<typeof mockOptions>, 'tariffs' | 'handlers'> {
  /** The operations that code of your own answers: functions by operationId, or a folder with a module for each. */
  readonly handlers?: string | OperationHandlers;
  /** The service whose logic answers; a document given as `spec` must name it, or is answered from the document alone. */
  readonly service?: ServiceDefinition;
  /**
   * Adds middleware and routers of your own to the Express application, before everything else: they see every request.
   * A request that they don't answer goes on to the mock, also when they have parsed its body.
   */
  readonly extend?: (app: Express) => void;
  /** Runs the contract suite when the page asks for it; default: the page can't. */
  readonly suite?: RunSuite;
  /** Compares the served document with another when the page asks for it; default: the page can't. */
  readonly compare?: CompareDocument;
  /** The options of `drydock.start()` for a mock that answers as this one, which the page offers in a test; default: there are none. */
  readonly startOptions?: StartOptions | undefined;
  /** The number of this process among several on one port; its metrics carry it as the label `worker`. */
  readonly worker?: number;
  /** The identifier of this run, 1 to 64 of A-Z a-z 0-9 . _ -; `/__drydock/health` sends it in `X-Drydock-Instance`. */
  readonly instance?: string;
  /** Called for each answered request of the service, after its response was sent. */
  readonly onRequest?: (request: AnsweredRequest) => void;
  /** Answers requests to the service in the place of the mock; default: the mock answers. */
  readonly gateway?: Gateway;
  /** Sends spans and metrics; default: nobody does. */
  readonly telemetry?: Telemetry;
  /** Receives remarks for the person at the terminal, one sentence each; default: nobody does. */
  readonly log?: (line: string) => void;
  /** Names options in a sentence as the one who started the server gives them; default: as flags. */
  readonly naming?: (sentence: string) => string;
}

export { OptionError };

/** Scenario files that can't be used: a line for each problem. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** Options that no flag gives. */
const inCode: CodeOptions = {
  ...{ gateway: 'object', telemetry: 'object', startOptions: 'object' },
  ...{
    suite: 'function',
    compare: 'function',
    service: 'object',
    extend: 'function',
    log: 'function',
    naming: 'function',
    onRequest: 'function',
  },
  ...{ worker: 'number', instance: 'string' },
};

/**
 * The options as the table reads them, with its defaults: `5/60s` becomes a quota.
 *
 * @throws OptionError for an unknown name or a value of a wrong form
 */
export function checkedOptions(given: ServerOptions): CheckedOptions {
  const options = readOptions(mockOptions, given, inCode) as CheckedOptions;
  const { log, naming } = options;
  return log && naming ? { ...options, log: (line) => log(naming(line)) } : options;
}

/** Options that were checked and read. */
export type CheckedOptions = Omit<ReadOptions<typeof mockOptions>, 'handlers'> &
  Pick<ServerOptions, 'handlers'> &
  Omit<ServerOptions, keyof typeof mockOptions>;

/** Tells whether a server with these options speaks https. */
export function isSecure({
  https,
  cert,
  certKeyFile,
}: Pick<ServerOptions, 'https' | 'cert' | 'certKeyFile'>): boolean {
  return https === true || cert !== undefined || certKeyFile !== undefined;
}

/** @throws OptionError; an address that is wrong may hold a password all the same, so it is not repeated */
export function checkedRedis(redis: string): RedisAddress {
  const address = readRedisAddress(redis);
  if (address) return address;
  throw new OptionError(`The address of Redis must be ${addressForm}.`);
}

/**
 * The control URL.
 *
 * @throws OptionError also for one on the service's origin: what a scenario answers there could read the page
 */
export function checkedControlUrl({ controlUrl, publicUrl }: CheckedOptions): string | undefined {
  if (controlUrl === undefined || publicUrl === undefined) return controlUrl;
  if (new URL(controlUrl).origin !== new URL(publicUrl).origin) return controlUrl;
  throw new OptionError(
    `The control URL must be on another host or port than the public URL, so that no scenario can answer on its origin, got ${JSON.stringify(controlUrl)}.`,
  );
}
