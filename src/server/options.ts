import type { Express } from 'express';
import { OptionError } from '../contract/option-error.js';
import type { RunSuite } from '../control/verify-runs/run-suite.js';
import { checkOptions } from '../options/check-options.js';
import type { CodeOptions } from '../options/check-options.js';
import { mockOptions } from '../options/mock-options.js';
import type { ServiceDefinition } from '../mock/service-definition.js';
import type { ConnectionLimits } from './http/connection-limits.js';
import { addressForm, readRedisAddress } from '../state/redis/address.js';
import type { RedisAddress } from '../state/redis/address.js';
import type { AnsweredRequest } from './access-log/request-lines.js';
import type { Quota } from '../state/state.js';
import type { Gateway } from './server-context.js';

/** How a mock is set up. The flags of `drydock mock` are these. */
export interface ServerOptions {
  /** 0 takes any free port. Default 4010. */
  readonly port?: number;
  /** Default 127.0.0.1: only this machine. */
  readonly host?: string;
  /** The service whose logic answers; a document given as `spec` must name it, or is answered from the document alone. */
  readonly service?: ServiceDefinition;
  /**
   * The OpenAPI document, YAML or JSON: a path or an address; default: the service's own. Several are served on one port, each as
   * `PREFIX=FILE`.
   */
  readonly spec?: string | readonly string[];
  /** Paths of overlays (OpenAPI Overlay 1.0), applied to the document in this order; with several documents as `PREFIX=FILE`. */
  readonly overlays?: readonly string[];
  /** The folder whose files the document given as `spec` may refer to; default: the document's own. */
  readonly specRoot?: string;
  /**
   * Adds middleware and routers of your own to the Express application, before everything else: they see every request.
   * A request that they don't answer goes on to the mock, also when they have parsed its body.
   */
  readonly extend?: (app: Express) => void;
  /**
   * Which examples of a document that answers alone are sent: `strict` only those that their own schemas accept, `document`
   * all of them. Default strict.
   */
  readonly examples?: 'strict' | 'document';
  /** Whole number from 0 to 4294967295; the same seed gives the same answers. Default 1. */
  readonly seed?: number;
  /** Stops the service's clock at a time, ISO 8601 such as `2026-01-01T00:00:00Z`; default: the real time. */
  readonly clock?: string;
  /** Requests per window and sandbox; `5/60s` for five in a minute, `off` for no quota. Default 1,000 in 60 s, and none for a document without a service. */
  readonly quota?: Quota | 'off' | `${number}/${number}s`;
  /** Further keys that are valid for everything. */
  readonly keys?: readonly string[];
  /**
   * For a document without a service: whether only `dk_test_NAME` and further keys are valid, in the place and form that the
   * document gives them. Default false: any credential of the right form is.
   */
  readonly strictKeys?: boolean;
  /** The address that clients use, for absolute URLs; default: what each request says in Host. */
  readonly publicUrl?: string;
  /**
   * Opens a port of its own for the page, the reference and the control API: a number, 0 for any free port, or `auto` for 4011
   * beside 4010 and a free one beside any other port or where 4011 is taken. Default: none is opened; programs use the control
   * API on the service's port.
   */
  readonly controlPort?: number | 'auto';
  /** The address by which browsers reach that port, where the mock can't know it, as behind a mapped port or an ingress. */
  readonly controlUrl?: string;
  /** The control API's token, 8 to 512 visible ASCII characters; default: 256 random bits for each run. */
  readonly controlToken?: string;
  /** Further host names by which the control API, the page and the reference may be addressed, without port. */
  readonly allowHosts?: readonly string[];
  /** Runs the contract suite when the page asks for it; default: the page can't. */
  readonly suite?: RunSuite;
  /** Hosts that the page may run the suite against besides this machine, such as `staging.example.com` or with a port. */
  readonly allowVerify?: readonly string[];
  /** Checks every success against the document; one that breaks it is answered as 500 and says why. Default false. */
  readonly validateResponses?: boolean;
  /** Serves a changed document, scenario or file of the service at once, keeping the last good ones when the new are wrong. Default false. */
  readonly watch?: boolean;
  /** Folders of scenario files besides the service's; of scenarios with one name the later replaces the earlier. */
  readonly scenarios?: string | readonly string[];
  /** The scenario that every sandbox meets which has none of its own, such as `flaky`; several between commas. */
  readonly scenario?: string;
  /** Exchanges that the journal keeps for each sandbox. Default 500. */
  readonly journal?: number;
  /**
   * How much this process may hold of what clients send and make, a size such as 256MB or 1GB: journals, orders, sandboxes,
   * bodies under way, waiting requests. The least valuable is shed beyond it. Default 256MB.
   */
  readonly maxMemory?: string;
  /**
   * A Redis that keeps the state instead of this process, such as `redis://localhost:6379/0?prefix=team`: every mock with
   * the same address is one mock with this.
   */
  readonly redis?: string;
  /** The number of this process among several on one port; its metrics carry it as the label `worker`. */
  readonly worker?: number;
  /** What tells this run of the mock from others, 1 to 64 of A-Z a-z 0-9 . _ -; `/__drydock/health` says it in `X-Drydock-Instance`. */
  readonly instance?: string;
  /** Called for each answered request of the service, after its response was sent. */
  readonly onRequest?: (request: AnsweredRequest) => void;
  /** A file for one JSON line for each answered request, or `-` for standard output; default: none. */
  readonly accessLog?: string;
  /** Answers requests to the service in the place of the mock; default: the mock answers. */
  readonly gateway?: Gateway;
  /** What one client may take from the others. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Where remarks for the person at the terminal go, one sentence each; default: nowhere. */
  readonly log?: (line: string) => void;
}

export { OptionError };

/** Scenario files that can't be used: a line for each problem. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** Options that no flag gives. */
const inCode: CodeOptions = {
  gateway: 'object',
  ...{ suite: 'function', service: 'object', extend: 'function', log: 'function', onRequest: 'function' },
  ...{ worker: 'number', instance: 'string' },
};

/**
 * The options as the table of all options reads them: `5/60s` becomes a quota.
 *
 * @throws OptionError for an unknown name or a value of a wrong form
 */
export function checkedOptions(given: ServerOptions): CheckedOptions {
  return checkOptions(mockOptions, given, inCode) as CheckedOptions;
}

/** Options that were checked and read. */
export type CheckedOptions = Omit<ServerOptions, 'quota'> & { readonly quota?: Quota | 'off' };

export const defaultQuota: Quota = { limit: 1000, windowSeconds: 60 };

/** @throws OptionError; an address that is wrong may hold a password all the same, so it is not repeated */
export function checkedRedis(redis: string): RedisAddress {
  const address = readRedisAddress(redis);
  if (address) return address;
  throw new OptionError(`The address of Redis must be ${addressForm}.`);
}

/**
 * The control URL without a trailing slash.
 *
 * @throws OptionError also for one on the service's origin: what a scenario answers there could read the page
 */
export function checkedControlUrl({ controlUrl, publicUrl }: ServerOptions): string | undefined {
  const url = withoutSlash(controlUrl);
  if (url === undefined || publicUrl === undefined || new URL(url).origin !== new URL(publicUrl).origin)
    return url;
  throw new OptionError(
    `The control URL must be on another host or port than the public URL, so that no scenario can answer on its origin, got ${JSON.stringify(url)}.`,
  );
}

/** An address without trailing slashes. */
export function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '');
}
