import type { ControlConnection } from '../client/control-connection.js';
import { DrydockError } from '../client/drydock-error.js';
import type { DataChecks } from '../control/control-context.js';
import type { ControlOperationId, ControlResult } from '../control/operation-handlers.js';
import { ControlProblem } from '../control/problem.js';
import { prepareClock } from '../control/clock/clock.js';
import { prepareRequests } from '../control/resources/requests.js';
import { prepareSandboxes } from '../control/resources/sandboxes.js';
import { prepareScenarios } from '../control/resources/scenarios.js';
import { plainSearch } from '../journal/verification/pattern-search.js';
import { runTimeParts } from '../contract/precompiled/run-time-parts.js';
import type { FetchMock } from './exchange/answer-request.js';

/** A handler of the control API, whatever the operation. */
type Handle = (call: never) => ControlResult | Promise<ControlResult>;

const ownValidators = async () => (await import('./precompiled/own-schemas.js')).default(runTimeParts(true));

const checks: DataChecks = {
  scenarioValidator: async () => (await ownValidators()).scenario,
  verificationValidator: async () => (await ownValidators()).verification,
  patternSearch: () => plainSearch,
};

/**
 * The control API without its server: what the client of a running mock asks over HTTP is answered by the same handlers. The
 * client's types are all that checks a call.
 */
export class LocalControl implements Pick<ControlConnection, 'ask' | 'stream'> {
  private handlers: Readonly<Record<string, Handle>> | undefined;

  /** @param ready prepares the mock at its first call */
  constructor(private readonly ready: () => Promise<FetchMock>) {}

  async ask<T>(method: string, target: string, body?: unknown): Promise<T> {
    const { pathname, searchParams } = new URL(target, 'http://drydock.invalid');
    const [, sandbox] = /^\/sandboxes\/([^/]+)\//.exec(pathname) ?? [];
    const path = pathname.replace(/^\/sandboxes\/[^/]+/, '/sandboxes/*');
    const operation = operations[`${method} ${path}`];
    this.handlers ??= handlersOf(await this.ready());
    const handle = operation && this.handlers[operation];
    if (!handle) throw new DrydockError(onlyRunning(`${method} ${path}`));
    try {
      const call = { path: { name: sandbox }, query: listQuery(searchParams), body };
      const result = await handle(call as never);
      return ('json' in result ? result.json : undefined) as T;
    } catch (cause) {
      if (!(cause instanceof ControlProblem)) throw cause;
      throw new DrydockError(cause.message, cause.status, { cause });
    }
  }

  stream(path: string): Promise<never> {
    return Promise.reject(new DrydockError(onlyRunning(`GET ${path}`)));
  }
}

function onlyRunning(what: string): string {
  return `A mock without a server does not answer ${what}; start one by drydock.start() for keys that are issued and for events.`;
}

/** The operations of control-api.yaml that need no server, by method and path. */
const operations: Readonly<Record<string, ControlOperationId>> = {
  'GET /scenarios': 'listScenarios',
  'GET /default-scenario': 'getDefaultScenario',
  'PUT /default-scenario': 'setDefaultScenario',
  'POST /reset': 'resetAll',
  'GET /sandboxes': 'listSandboxes',
  'GET /sandboxes/*/clock': 'getClock',
  'PUT /sandboxes/*/clock': 'setClock',
  'DELETE /sandboxes/*/clock': 'resetClock',
  'DELETE /sandboxes/*/quota': 'resetQuota',
  'GET /sandboxes/*/scenario': 'getSandboxScenario',
  'PUT /sandboxes/*/scenario': 'setSandboxScenario',
  'GET /sandboxes/*/requests': 'listRequests',
  'DELETE /sandboxes/*/requests': 'clearRequests',
  'POST /sandboxes/*/verify': 'verifyRequests',
  'GET /sandboxes/*/coverage': 'getCoverage',
  'POST /sandboxes/*/reset': 'resetSandbox',
};

function handlersOf({
  mock,
  memory,
  recorder: { state, events },
}: FetchMock): Readonly<Record<string, Handle>> {
  const context = { mock: () => mock, state, events, memory, checks };
  return {
    ...prepareScenarios(context),
    ...prepareRequests(context),
    ...prepareSandboxes(context),
    ...prepareClock(context),
  };
}

/** The query of a list, with its defaults. */
function listQuery(query: URLSearchParams): object {
  const numbers = { limit: Number(query.get('limit') ?? 1000), after: Number(query.get('after') ?? 0) };
  return { ...Object.fromEntries(query), ...numbers, summary: false };
}
