import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Express, Request, Response } from 'express';
import { connectionLimits, limitConnections, nodeLimits } from './http/connection-limits.js';
import type { ConnectionLimits } from './http/connection-limits.js';
import type { ControlAccess } from '../control/control-guard.js';
import { problemHandler } from '../control/problem.js';
import { ControlToken } from '../control/control-token.js';
import { followIssuedKeys } from '../control/follow-issued-keys.js';
import { RequestMetrics } from '../control/request-metrics.js';
import { knownHosts } from '../control/known-hosts.js';
import { drain, prepareDrain } from './http/drain.js';
import { handleRequest } from './http/handle-request.js';
import type { ServerContext } from './server-context.js';
import { misfits } from '../mock/scenarios/inline-scenarios.js';
import { EventHub } from '../mock/events.js';
import { openState } from './open-state.js';
import { internalPrefix } from '../mock/internal-prefix.js';
import { loadedWhenUsed } from './loaded-when-used.js';
import { KeyRing } from '../mock/identity/keys.js';
import { handleExpect } from './http/expect-continue.js';
import { messageClasses } from './http/message-classes.js';
import { createMock } from '../mock/mock.js';
import type { Mock } from '../mock/mock.js';
import { checkedPublicUrl } from './options.js';
import type { ServerOptions } from './options.js';
import { refuseConnect, refuseMalformed } from './http/refuse-malformed.js';

/** A mock that listens. */
export interface DrydockServer {
  /** The address of the service, base path included, such as `http://127.0.0.1:4010/api/v1/developer`. */
  readonly url: string;
  /** Scheme, host and port alone. */
  readonly origin: string;
  readonly port: number;
  /** What opens the control API, for the header `Authorization: Bearer TOKEN`. */
  readonly controlToken: string;
  /** The operations that only the document answers, as `METHOD /path`. */
  readonly answeredByDocument: readonly string[];
  /** The mock as it is now; a reload replaces it. */
  readonly mock: () => Mock;
  /** Stops listening, lets the requests under way finish, and frees everything. May be called twice. */
  readonly close: () => Promise<void>;
}

/** A mock without a port of its own, for a server that exists already and for supertest. */
export interface DrydockApp {
  readonly app: Express;
  /** What opens the control API, for the header `Authorization: Bearer TOKEN`. */
  readonly controlToken: string;
  readonly mock: () => Mock;
  readonly close: () => Promise<void>;
}

interface Parts extends DrydockApp {
  /** Lets go of connections that are held on purpose. */
  readonly stop: () => void;
  readonly context: ServerContext;
  setOwnOrigin(origin: string): void;
}

/**
 * Starts a mock and waits until it listens.
 *
 * @throws OptionError, DocumentError, ScenarioError, DataFileError, StoreUnavailableError; or Node's error when it can't listen
 */
export async function createServer(options: ServerOptions = {}): Promise<DrydockServer> {
  const limits = connectionLimits(options.limits);
  const parts = await assemble(options);
  const server = listenable(parts, limits);
  const host = options.host ?? '127.0.0.1';
  try {
    await listen(server, options.port ?? 4010, host);
  } catch (cause) {
    await parts.close();
    throw cause;
  }
  const { port } = server.address() as AddressInfo;
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const origin = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`;
  parts.setOwnOrigin(origin);
  const { contract, operations, publicUrl } = parts.mock();
  let closing: Promise<void> | undefined;
  return {
    url: (publicUrl ?? origin) + (contract.basePaths[0] ?? ''),
    origin: publicUrl ?? origin,
    port,
    controlToken: parts.controlToken,
    answeredByDocument: operations
      .filter(({ answeredBy }) => answeredBy === 'document')
      .map(({ operation }) => `${operation.method.toUpperCase()} ${operation.path}`),
    mock: parts.mock,
    close: () => {
      parts.stop();
      return (closing ??= drain(server).then(parts.close));
    },
  };
}

/** Makes the Express application of a mock without listening. @throws as `createServer` */
export async function createApp(options: ServerOptions = {}): Promise<DrydockApp> {
  const { app, mock, controlToken, close } = await assemble(options);
  return { app, mock, controlToken, close };
}

async function assemble(options: ServerOptions): Promise<Parts> {
  const log = options.log ?? (() => undefined);
  const access = accessOf(options);
  const accessLog = await accessLogOf(options, log);
  const stopping = new AbortController();
  const events = new EventHub();
  const state = await openState(options, events, log);
  const keys = new KeyRing(options.keys);
  let current = await createMock(options, state, keys).catch(async (cause: unknown) => {
    await state.close();
    throw cause;
  });
  let ownOrigin = `http://127.0.0.1:${options.port ?? 4010}`;
  const mock = (): Mock => current;
  const reload = async (kept: (line: string) => void): Promise<void> => {
    current = await createMock({ ...options, log: kept }, state, keys, current);
    for (const line of await misfits(current, state)) log(line);
    events.publish({ type: 'reloaded' });
  };
  const watching = options.watch
    ? await (await import('./reload/watch-sources.js')).watchSources(options, reload, log)
    : undefined;
  const { signal } = stopping;
  await followIssuedKeys(state, keys, events, signal);
  const context: ServerContext = {
    ...{ mock, state, keys, events, signal, accessLog, log },
    ownOrigin: () => ownOrigin,
    metrics: new RequestMetrics(),
    worker: options.worker,
  };
  return {
    app: expressApp(context, access),
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

/** Its code is loaded only for those who ask for it. @throws Error when it can't be opened */
async function accessLogOf({ accessLog }: ServerOptions, log: (line: string) => void) {
  if (accessLog === undefined) return undefined;
  const { openAccessLog } = await import('./access-log/open-access-log.js');
  return openAccessLog(accessLog, log);
}

/** Who may use the control API. @throws OptionError */
function accessOf(options: ServerOptions): ControlAccess {
  const publicUrl = checkedPublicUrl(options.publicUrl);
  return {
    token: ControlToken.from(options.controlToken),
    knownHosts: knownHosts({ host: options.host, allowHosts: options.allowHosts, publicUrl }),
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
  };
}

function expressApp(context: ServerContext, access: ControlAccess): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use((request, response, next) => {
    // A target may be absolute (RFC 9112 section 3.2.2); the Host header says the same then.
    if (!request.url.startsWith('/')) request.url = request.url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
    context.accessLog?.follow(request, response);
    const target = request.url;
    if (target.startsWith(internalPrefix) && /^\/__drydock([/?]|$)/.test(target)) next();
    else if (
      target === '/' &&
      request.method === 'GET' &&
      /\btext\/html\b/.test(request.headers.accept ?? '')
    )
      next();
    else handleRequest(context, request, response);
  });
  app.get('/', (_request, response) => {
    response.redirect(`${internalPrefix}/`);
  });
  app.use(
    internalPrefix,
    loadedWhenUsed(async () => (await import('./internal-routes.js')).internalRoutes(context, access)),
  );
  app.use(problemHandler(context));
  return app;
}

function listenable({ app, mock, context }: Parts, limits: ConnectionLimits): Server {
  const server = createHttpServer(
    {
      ...messageClasses(app),
      ...nodeLimits(limits),
      maxHeaderSize: 16_384,
      // Node would refuse a request without Host with no body at all; handleRequest does it in the document's shape.
      requireHostHeader: false,
    },
    (request, response) => {
      // Without a last resort Express makes one for each request. Nothing gets past the routes and the problem handler.
      app(request as Request, response as Response, () => response.destroy());
    },
  );
  server.on('clientError', refuseMalformed(mock, context.accessLog));
  server.on('connect', refuseConnect(mock, context.accessLog));
  handleExpect(server);
  limitConnections(server, limits, context.log);
  prepareDrain(server);
  return server;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}
