import { assemble, type AssembledApp, type DrydockApp } from './assemble.js';
import { connectionLimits, type ConnectionLimits } from './http/connection-limits.js';
import { drain, type HttpServer } from './http/drain.js';
import { httpServer } from './http/http-server.js';
import { documentRefusal, problemRefusal } from './http/refuse-malformed.js';
import type { Transport } from './http/transport.js';
import type { ServedOperation } from '../mock/served-operation.js';
import {
  checkedControlUrl,
  checkedOptions,
  isSecure,
  type CheckedOptions,
  type ServerOptions,
} from './options.js';
import { listen, openControlPort, type ControlListener } from './origins/listen.js';
import { originOn } from './origins/origins.js';

export type { DrydockApp } from './assemble.js';

/** A listening mock. */
export interface DrydockServer extends Pick<DrydockApp, 'controlToken' | 'mock'> {
  /** The address of the service, base path included, such as `http://127.0.0.1:4010/api/v1/developer`. */
  readonly url: string;
  /** Only scheme, host and port. */
  readonly origin: string;
  /** The port of the service. */
  readonly port: number;
  /** The origin of page, reference and control API; undefined unless `controlPort` asked for one. */
  readonly control: ControlOrigin | undefined;
  /** The file with the authority that clients of https must trust; undefined without https, and for a certificate of your own. */
  readonly authorityFile: string | undefined;
  /** The operations without a handler, answered from the document, as `METHOD /path`. */
  readonly answeredByDocument: readonly string[];
  /** The operations that answer from what clients have made before, with `stateful`; each as `METHOD /path`. */
  readonly remembered: readonly string[];
  /**
   * Stops listening, lets the requests under way finish, and frees everything. May be called twice.
   *
   * @param graceMs how long connections that are kept open may still bring a request, in milliseconds; default 0
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

export interface ControlOrigin extends ControlListener {
  /** Such as `http://127.0.0.1:4011`, or the `controlUrl`: the page is at its `/__drydock/`, the reference at `/__drydock/docs`. */
  readonly origin: string;
}

/**
 * Starts a mock and waits until it listens.
 *
 * @throws DocumentError, ScenarioError, OptionError, StoreUnavailableError, or what the service throws for data of its own:
 * one sentence each; or Node's error when it can't listen
 */
export async function createServer(given: ServerOptions): Promise<DrydockServer> {
  const options = checkedOptions(given);
  const limits = connectionLimits(options.limits);
  const tls = isSecure(options) ? await loadTls(options) : undefined;
  const assembled = await assemble(options);
  const servers = httpServers(assembled, options, limits, tls?.transport);
  const close = async (graceMs = 0): Promise<void> => {
    await Promise.all(servers.map((server) => drain(server, graceMs)));
    await assembled.close();
  };
  const { port, control } = await listenWith(servers, options).catch(async (cause: unknown) => {
    await close();
    throw cause;
  });
  const { context, mock } = assembled;
  const origin = originOn(options.host, port, tls !== undefined);
  context.origins.opened(origin, port, control?.port);
  const { contract, operations } = mock();
  const { publicUrl } = options;
  let closing: Promise<void> | undefined;
  return {
    url: (publicUrl ?? origin) + (contract.basePaths[0] ?? ''),
    origin: publicUrl ?? origin,
    port,
    control: control && {
      ...control,
      origin: checkedControlUrl(options) ?? originOn(options.host, control.port, tls !== undefined),
    },
    authorityFile: tls?.authorityFile,
    controlToken: assembled.controlToken,
    answeredByDocument: namesOf(operations, 'document'),
    remembered: namesOf(operations, 'memory'),
    mock,
    close: (graceMs) => {
      assembled.stop();
      return (closing ??= close(graceMs));
    },
  };
}

function namesOf(operations: readonly ServedOperation[], by: ServedOperation['answeredBy']): string[] {
  return operations
    .filter(({ answeredBy }) => answeredBy === by)
    .map(({ operation }) => `${operation.method.toUpperCase()} ${operation.path}`);
}

/** Loaded where it is used: a start without https costs nothing more. @throws OptionError */
async function loadTls({ log = () => undefined, ...options }: CheckedOptions) {
  const [{ serverTls }, { tlsTransport }] = await Promise.all([
    import('../tls/server-tls.js'),
    import('./http/tls-transport.js'),
  ]);
  const tls = await serverTls(options, log);
  return { transport: tlsTransport(tls), authorityFile: tls.authorityFile };
}

/** A server for each origin; the control origin has one only where its port is asked for. */
function httpServers(
  { app, controlApp, context, mock }: AssembledApp,
  { controlPort }: CheckedOptions,
  limits: ConnectionLimits,
  transport: Transport | undefined,
): [service: HttpServer, ...control: HttpServer[]] {
  const service = httpServer(app, context, limits, documentRefusal(mock), transport);
  if (controlPort === undefined) return [service];
  const plain = { ...context, tricks: new Set<never>() };
  return [service, httpServer(controlApp(), plain, limits, problemRefusal, transport)];
}

/** The control origin opens first: a browser that the service leads there finds it. @throws Node's error, or OptionError */
async function listenWith(
  [service, control]: ReturnType<typeof httpServers>,
  { host, port, controlPort = 'auto' }: CheckedOptions,
): Promise<{ port: number; control: ControlListener | undefined }> {
  const listener =
    control && (await openControlPort(controlPort, port, (free) => listen(control.server, free, host)));
  return { port: await listen(service.server, port, host), control: listener };
}

/** Creates the Express application of a mock without listening. @throws as `createServer` */
export async function createApp(options: ServerOptions): Promise<DrydockApp> {
  const { app, mock, controlToken, close } = await assemble(checkedOptions(options));
  return { app, mock, controlToken, close };
}
