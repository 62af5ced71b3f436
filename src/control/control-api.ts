/**
 * The control API: its paths are those of control-api.yaml, each answered by the handler of its operation's id. Requests are
 * routed, read and checked by the code that serves any document. Who may call is decided before, by the guard.
 */
import type { Contract } from '../contract/contract.js';
import type { Operation } from '../contract/operations.js';
import { internalPrefix } from '../mock/internal-prefix.js';
import { Routes, type Match } from '../mock/routing/routes.js';
import type { MaybePromise } from '../state/state.js';
import type { ControlContext, DataChecks, GivenContext } from './control-context.js';
import { loadControlContract } from './control-contract.js';
import type { ControlRequest, ControlResponse } from './control-message.js';
import type { ControlHandlers, ControlResult } from './operation-handlers.js';
import { ControlProblem, problemOf, problemResponse } from './problem.js';
import { callReader, type CallReader, type ReadCall } from './read-call.js';
import { prepareComparisons } from './comparisons/compare-document.js';
import { prepareClock } from './clock/clock.js';
import { prepareKeys } from './resources/keys.js';
import { harOf, prepareRecordings } from './resources/recordings.js';
import { prepareRequests } from './resources/requests.js';
import { prepareSandboxes } from './resources/sandboxes.js';
import { prepareSavedScenarios } from './scenarios/saved-scenarios.js';
import { prepareScenarios } from './resources/scenarios.js';
import { prepareSearch } from './search/search.js';
import { prepareVerifyRuns } from './verify-runs/verify-runs.js';
import { prepareWebhooks } from './resources/webhooks.js';
import { prepareWatching } from './resources/watching.js';
import { BoundedPatterns } from '../journal/verification/bounded-patterns.js';

export interface ControlApi {
  /** Never rejects: what goes wrong is a response with problem details (RFC 9457). */
  readonly answer: (request: ControlRequest) => Promise<ControlResponse>;
  /** The document, loaded when it is first asked for: a start should not pay for it. */
  readonly contract: () => Promise<Contract>;
}

/** An operation behind the token, ready to be answered. */
interface ControlOperation {
  readonly operation: Operation;
  readonly read: CallReader;
  readonly handle: (call: ReadCall) => MaybePromise<ControlResult>;
}

export function createControlApi(context: GivenContext): ControlApi {
  const handlers = controlHandlers({ ...context, checks: serverChecks, writeHar: harOf });
  let contract: Promise<Contract> | undefined;
  const loaded = (): Promise<Contract> => (contract ??= loadControlContract());
  let routes: Promise<Routes<ControlOperation>> | undefined;
  return {
    contract: loaded,
    async answer(request) {
      routes ??= loaded().then((document) => routesOf(document, handlers));
      await context.gateway?.settled();
      const { status, headers, body } = await routes
        .then((known) => respond(known, request))
        .catch((error: unknown) => problemResponse(problemOf(error, request, context.log), context.naming));
      return { status, headers: { ...ownHeaders, ...headers }, body };
    },
  };
}

const ownHeaders = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };

/** Every handler of the control API, by the id of its operation. */
export function controlHandlers(context: ControlContext): ControlHandlers {
  return {
    ...prepareScenarios(context),
    ...prepareSavedScenarios(context),
    ...prepareSandboxes(context),
    ...prepareClock(context),
    ...prepareRequests(context),
    ...prepareRecordings(context),
    ...prepareKeys(context),
    ...prepareSearch(context),
    ...prepareVerifyRuns(context),
    ...prepareComparisons(context),
    ...prepareWebhooks(context),
    ...prepareWatching(context),
  };
}

function routesOf(contract: Contract, handlers: ControlHandlers): Routes<ControlOperation> {
  // The document has checked the input of each handler before it is called.
  const byId = handlers as unknown as Readonly<Record<string, ControlOperation['handle'] | undefined>>;
  const operations = contract.operations.flatMap((operation) => {
    const handle = byId[operation.id];
    return handle ? [{ operation, handle, read: readerWhenCalled(contract, operation) }] : [];
  });
  return new Routes(operations, ({ operation }) => ({ own: [operation.path], other: [] }));
}

/** A test calls one or two operations, and waits for the first call. */
function readerWhenCalled(contract: Contract, operation: Operation): CallReader {
  let read: CallReader | undefined;
  return (request, pathParameters) => (read ??= callReader(contract, operation))(request, pathParameters);
}

async function respond(routes: Routes<ControlOperation>, request: ControlRequest): Promise<ControlResponse> {
  const match = routes.find(request.method, request.path);
  if (match.kind !== 'operation') throw unrouted(match, request);
  const { read, handle } = match.served;
  return responseOf(await handle(await read(request, match.pathParameters)));
}

function unrouted(
  match: Exclude<Match<ControlOperation>, { kind: 'operation' }>,
  { method, path }: ControlRequest,
): ControlProblem {
  if (match.kind === 'unknown-path')
    return new ControlProblem(404, `There is nothing at ${method} ${internalPrefix}${path}.`);
  // OPTIONS is not answered here: a page of another site must learn nothing by it.
  const allowed = match.allowed.filter((one) => one !== 'OPTIONS').join(', ');
  return new ControlProblem(
    405,
    `${method} is not allowed here; allowed: ${allowed}.`,
    {},
    { Allow: allowed },
  );
}

function responseOf(result: ControlResult): ControlResponse {
  const { status } = result;
  if ('json' in result) return { status, headers: json, body: JSON.stringify(result.json) };
  if ('text' in result) return { status, headers: { 'Content-Type': result.mediaType }, body: result.text };
  if ('events' in result) return { status, headers: eventStream, body: result.events };
  return { status, headers: {}, body: undefined };
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };

const eventStream = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Proxies that buffer would hold events back.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};

/** Each is loaded when it is first needed. */
export const serverChecks: DataChecks = {
  scenarioValidator: async () =>
    (await import('../scenarios/files/scenario-validator.js')).scenarioValidator(),
  patternSearch: () => new BoundedPatterns(),
};
