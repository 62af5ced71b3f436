import { setMaxListeners } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { shownPath } from '../contract/files/paths.js';
import type { Express } from 'express';
import type { ControlAccess } from '../control/guard/control-guard.js';
import type { ScenarioFiles } from '../control/control-context.js';
import { controlToken } from '../control/guard/control-token.js';
import { followIssuedKeys } from '../control/keys/follow-issued-keys.js';
import { knownHosts } from '../control/guard/known-hosts.js';
import { EventHub } from '../mock/events.js';
import type { Mock } from '../mock/mock.js';
import { RequestCounts } from '../mock/recording/record-exchange.js';
import { unfitInlineScenarios } from '../mock/scenarios/inline-scenarios.js';
import { AccessLog, requestOutput } from './access-log/access-log.js';
import { CallbackSender } from './callbacks/callback-sender.js';
import { fireWebhook } from './callbacks/fire-webhook.js';
import { controlApp, serviceApp } from './express-app.js';
import { ConnectionLoads } from './http/connection-load.js';
import { tricksBesideMiddleware, tricksInUse } from './http/tricks/tricks.js';
import { workingTricks } from './http/tricks/working-tricks.js';
import { KeyRing } from './state/key-ring.js';
import { loadMock } from './load-mock.js';
import { onFirstUse } from './loaded-when-used.js';
import { Origins, type GivenAddresses } from './origins/origins.js';
import { openBudget } from './state/open-budget.js';
import { withSourceLines } from './log/source-lines.js';
import { openState } from './state/open-state.js';
import { checkedControlUrl, isSecure, type CheckedOptions } from './options.js';
import type { ServerContext, Serving } from './server-context.js';

/** A mock without a port, for an existing server and for supertest. */
export interface DrydockApp {
  /** The Express application; it can be used in another one. */
  readonly app: Express;
  /** The token of the control API, for the header `Authorization: Bearer TOKEN`. */
  readonly controlToken: string;
  /** The current mock; a reload replaces it. */
  readonly mock: () => Mock;
  /** Ends what the mock keeps open, such as its store. */
  readonly close: () => Promise<void>;
}

export interface AssembledApp extends DrydockApp {
  readonly context: ServerContext;
  /** Makes the application of the control origin. */
  readonly controlApp: () => Express;
  /** Releases connections that scenarios and event streams hold open. */
  readonly stop: () => void;
}

/** Loads everything, opens the state, and puts the Express application together. @throws as `createServer` */
export async function assemble(asked: CheckedOptions): Promise<AssembledApp> {
  const given = asked.log ? { ...asked, log: withSourceLines(asked.log) } : asked;
  const { log = () => undefined, naming = (sentence) => sentence } = given;
  const addresses = { publicUrl: given.publicUrl, controlUrl: checkedControlUrl(given) };
  const access = accessOf(given, addresses);
  const options = {
    ...given,
    controlToken: access.service.token.text,
    fetched: new Map<string, string>(),
  };
  const wanted = options.extend ? tricksBesideMiddleware(tricksInUse()) : tricksInUse();
  const tricks = await workingTricks(wanted, log);
  const accessLog = await accessLogOf(options, log);
  const stopping = new AbortController();
  // As many event streams as there are pages listen to it.
  setMaxListeners(0, stopping.signal);
  const events = new EventHub();
  const memory = openBudget(options.maxMemory, log, naming);
  const state = await openState(options, events, memory, log);
  const keys = new KeyRing(options.keys);
  const loaded = await loadMock(options, state, keys).catch(async (cause: unknown) => {
    await state.close();
    throw cause;
  });
  const serving: Serving = { mock: loaded };
  const mock = (): Mock => serving.mock;
  const reload = async (kept: (line: string) => void): Promise<void> => {
    serving.mock = await loadMock({ ...options, log: kept }, state, keys, serving.mock);
    for (const line of await unfitInlineScenarios(serving.mock.inlineScenarios, state)) log(line);
    events.publish({ type: 'reloaded' });
  };
  const watching = options.watch
    ? await (
        await import('./reload/watch-sources.js')
      ).watchSources(options, () => mock().contract.parts, reload, log)
    : undefined;
  const { signal } = stopping;
  await followIssuedKeys(state, keys, events, signal);
  const origins = new Origins(addresses, options.port, isSecure(options));
  const { telemetry, gateway, instance, worker, suite, allowVerify, callbackHosts, callbackSecret } = options;
  const { compare, startOptions } = options;
  const callbacks = new CallbackSender({ hosts: callbackHosts ?? [], secret: callbackSecret, log, naming });
  const context: ServerContext = {
    ...{ serving, mock, state, keys, events, memory, signal, accessLog, log, naming, tricks, origins },
    ...{ callbacks, telemetry, gateway, instance, worker, compare, startOptions },
    scenarioFiles: scenarioFilesOf(options),
    isKnownHost: access.service.knownHosts,
    loads: new ConnectionLoads(memory),
    metrics: new RequestCounts(),
    verify: suite && { suite, allowedHosts: allowVerify ?? [], isOwn: (url) => origins.isService(url) },
    fireWebhook: (order) => fireWebhook(context, order),
  };
  telemetry?.follow(context);
  gateway?.open(context);
  const api = onFirstUse(async () => (await import('../control/control-api.js')).createControlApi(context));
  return {
    app: serviceApp({ context, access: access.service, api }, options.extend),
    controlApp: () => controlApp({ context, access: access.control, api }),
    controlToken: access.service.token.text,
    mock,
    context,
    stop: () => {
      stopping.abort();
    },
    close: async () => {
      stopping.abort();
      await watching?.close();
      await accessLog?.close();
      await callbacks.close();
      await gateway?.ended();
      await telemetry?.close();
      await state.close();
    },
  };
}

/**
 * Scenarios may be saved into the last folder that the user gave, where its changes are loaded at once. A link in the user's own path
 * is followed now and not later.
 */
function scenarioFilesOf({ scenarios, service, watch }: CheckedOptions): ScenarioFiles {
  const given = [scenarios ?? []].flat();
  const folders = [...(service?.scenarios === undefined ? [] : [service.scenarios]), ...given];
  const last = given.at(-1);
  if (!watch || last === undefined) return { folders, writable: undefined };
  const path = existsSync(last) ? realpathSync(last) : last;
  return { folders, writable: { path, shown: shownPath(last) } };
}

/** The code for files is loaded only where there is one. @throws Error when it can't be opened */
async function accessLogOf({ accessLog, onRequest }: CheckedOptions, log: (line: string) => void) {
  const outputs = onRequest ? [requestOutput(onRequest)] : [];
  if (accessLog !== undefined) {
    const { openAccessLog } = await import('./access-log/open-access-log.js');
    outputs.unshift(await openAccessLog(accessLog, log));
  }
  return outputs.length > 0 ? new AccessLog(outputs) : undefined;
}

/** The guard of Drydock's own addresses on each port. @throws OptionError */
function accessOf(
  { controlToken: given, host, allowHosts }: CheckedOptions,
  { publicUrl, controlUrl }: GivenAddresses,
): Readonly<Record<'service' | 'control', ControlAccess>> {
  const shared = {
    token: controlToken(given),
    knownHosts: knownHosts({ host, allowHosts, urls: [publicUrl, controlUrl] }),
  };
  const originOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).origin);
  return {
    service: { ...shared, publicOrigin: originOf(publicUrl) },
    control: { ...shared, publicOrigin: originOf(controlUrl) },
  };
}
