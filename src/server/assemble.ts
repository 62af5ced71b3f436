import type { Express } from 'express';
import type { ControlAccess } from '../control/guard/control-guard.js';
import { ControlToken } from '../control/guard/control-token.js';
import { followIssuedKeys } from '../control/keys/follow-issued-keys.js';
import { knownHosts } from '../control/guard/known-hosts.js';
import { EventHub } from '../mock/events.js';
import type { Mock } from '../mock/mock.js';
import { RequestCounts } from '../mock/recording/record-exchange.js';
import { unfitInlineScenarios } from '../mock/scenarios/inline-scenarios.js';
import { expressApp } from './express-app.js';
import { tricksBesideMiddleware, tricksInUse } from './http/tricks/tricks.js';
import { workingTricks } from './http/tricks/working-tricks.js';
import { KeyRing } from './state/key-ring.js';
import { loadMock } from './load-mock.js';
import { openState } from './state/open-state.js';
import { checkedPublicUrl } from './options.js';
import type { ServerOptions } from './options.js';
import type { ServerContext } from './server-context.js';

/** A mock without a port, for an existing server and for supertest. */
export interface DrydockApp {
  readonly app: Express;
  /** The token of the control API, for the header `Authorization: Bearer TOKEN`. */
  readonly controlToken: string;
  /** The current mock; a reload replaces it. */
  readonly mock: () => Mock;
  readonly close: () => Promise<void>;
}

export interface AssembledApp extends DrydockApp {
  readonly context: ServerContext;
  /** Releases connections that scenarios and event streams hold open. */
  readonly stop: () => void;
  setOwnOrigin(origin: string): void;
}

/** Loads everything, opens the state, and puts the Express application together. @throws as `createServer` */
export async function assemble(given: ServerOptions): Promise<AssembledApp> {
  const log = given.log ?? (() => undefined);
  const access = accessOf(given);
  const options = { ...given, controlToken: access.token.text };
  const wanted = options.extend ? tricksBesideMiddleware(tricksInUse()) : tricksInUse();
  const tricks = await workingTricks(wanted, log);
  const accessLog = await accessLogOf(options, log);
  const stopping = new AbortController();
  const events = new EventHub();
  const state = await openState(options, events, log);
  const keys = new KeyRing({
    own: options.keys ?? [],
    limitedScopes: options.service?.keys?.limitedScopes ?? [],
  });
  let current = await loadMock(options, state, keys).catch(async (cause: unknown) => {
    await state.close();
    throw cause;
  });
  let ownOrigin = `http://127.0.0.1:${options.port ?? 4010}`;
  const mock = (): Mock => current;
  const reload = async (kept: (line: string) => void): Promise<void> => {
    current = await loadMock({ ...options, log: kept }, state, keys, current);
    for (const line of await unfitInlineScenarios(current.inlineScenarios, state)) log(line);
    events.publish({ type: 'reloaded' });
  };
  const watching = options.watch
    ? await (await import('./reload/watch-sources.js')).watchSources(options, reload, log)
    : undefined;
  const { signal } = stopping;
  await followIssuedKeys(state, keys, events, signal);
  const context: ServerContext = {
    ...{ mock, state, keys, events, signal, accessLog, log, tricks },
    ownOrigin: () => ownOrigin,
    metrics: new RequestCounts(),
    worker: options.worker,
  };
  return {
    app: expressApp(context, access, options.extend),
    controlToken: access.token.text,
    mock,
    context,
    stop: () => {
      stopping.abort();
    },
    setOwnOrigin: (origin) => (ownOrigin = origin),
    close: async () => {
      stopping.abort();
      await watching?.close();
      await accessLog?.close();
      await state.close();
    },
  };
}

/** Its code is loaded only where the log is on. @throws Error when it can't be opened */
async function accessLogOf({ accessLog }: ServerOptions, log: (line: string) => void) {
  if (accessLog === undefined) return undefined;
  const { openAccessLog } = await import('./access-log/open-access-log.js');
  return openAccessLog(accessLog, log);
}

/** The guard of the control API. @throws OptionError */
function accessOf(options: ServerOptions): ControlAccess {
  const publicUrl = checkedPublicUrl(options.publicUrl);
  return {
    token: ControlToken.from(options.controlToken),
    knownHosts: knownHosts({ host: options.host, allowHosts: options.allowHosts, publicUrl }),
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
  };
}
