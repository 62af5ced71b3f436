import type { ControlConnection } from '../client/control-connection.js';
import { DrydockError } from '../client/drydock-error.js';
import type { DataChecks } from '../control/data-checks.js';
import type { ControlResult } from '../control/operation-handlers.js';
import { ControlProblem } from '../control/problem.js';
import { prepareRequests } from '../control/resources/requests.js';
import { prepareSandboxes } from '../control/resources/sandboxes.js';
import { prepareScenarios } from '../control/resources/scenarios.js';
import { plainSearch } from '../journal/verification/pattern-search.js';
import { runTimeParts } from '../contract/precompiled/run-time-parts.js';
import type { FetchMock } from './answer-request.js';

/** A handler of the control API, whatever the operation. */
type Answer = (call: never) => ControlResult | Promise<ControlResult>;

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
  private answers: Readonly<Record<string, Answer>> | undefined;

  /** @param ready prepares the mock at its first call */
  constructor(private readonly ready: () => Promise<FetchMock>) {}

  async ask<T>(method: string, target: string, body?: unknown): Promise<T> {
    const { pathname, searchParams } = new URL(target, 'http://drydock.invalid');
    const [, sandbox] = /^\/sandboxes\/([^/]+)\//.exec(pathname) ?? [];
    const path = pathname.replace(/^\/sandboxes\/[^/]+/, '/sandboxes/*');
    this.answers ??= answersOf(await this.ready());
    const answer = this.answers[`${method} ${path}`];
    if (!answer) throw new DrydockError(onlyRunning(`${method} ${path}`));
    try {
      const call = { path: { name: sandbox }, query: listQuery(searchParams), body };
      const result = await answer(call as never);
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

function answersOf({
  mock,
  memory,
  recorder: { state, events },
}: FetchMock): Readonly<Record<string, Answer>> {
  const context = { mock: () => mock, state, events, memory };
  const scenarios = prepareScenarios({ ...context, checks });
  const requests = prepareRequests({ ...context, checks });
  const sandboxes = prepareSandboxes(context);
  return {
    'GET /scenarios': scenarios.listScenarios,
    'GET /default-scenario': scenarios.getDefaultScenario,
    'PUT /default-scenario': scenarios.setDefaultScenario,
    'POST /reset': sandboxes.resetAll,
    'GET /sandboxes': sandboxes.listSandboxes,
    'GET /sandboxes/*/scenario': scenarios.getSandboxScenario,
    'PUT /sandboxes/*/scenario': scenarios.setSandboxScenario,
    'GET /sandboxes/*/requests': requests.listRequests,
    'DELETE /sandboxes/*/requests': requests.clearRequests,
    'POST /sandboxes/*/verify': requests.verifyRequests,
    'GET /sandboxes/*/coverage': requests.getCoverage,
    'POST /sandboxes/*/reset': sandboxes.resetSandbox,
  };
}

/** The query of a list, with its defaults. */
function listQuery(query: URLSearchParams): object {
  const numbers = { limit: Number(query.get('limit') ?? 1000), after: Number(query.get('after') ?? 0) };
  return { ...Object.fromEntries(query), ...numbers, summary: false };
}
