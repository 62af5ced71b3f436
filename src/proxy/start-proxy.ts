/** A proxy is the server of a mock with a real service in the place of the mock's own answers. */
import { nearest } from '../contract/nearest-names.js';
import { OptionError } from '../contract/option-error.js';
import { createServer, type DrydockServer } from '../server/create-server.js';
import type { ServerOptions } from '../server/options.js';
import { TargetGateway, type GatewayOptions } from './gateway.js';
import type { HarLog } from './recording/har-log.js';
import type { RouteAddress, Routes } from './target/routes.js';
import type { JudgeOptions } from './judging/proxy-judge.js';
import type { ProxyVerdict } from './judging/verdict.js';

export interface ProxyOptions {
  readonly judging: JudgeOptions;
  /** Gets every exchange; default: none. */
  readonly har?: HarLog | undefined;
  /** As for a mock; the quota is off unless it is given, and any credential counts as valid where the mock answers. */
  readonly server: Omit<ServerOptions, 'gateway' | 'extend'>;
  readonly gateway: GatewayOptions;
}

export interface Proxy {
  readonly server: DrydockServer;
  /** The services behind it, by the prefix of their paths. */
  readonly routes: readonly RouteAddress[];
  /** Resolves when the control API ends the proxy. */
  readonly stopped: Promise<void>;
  /** Ends a window with its verdict, and begins another one; `judging.windows` begins the first. */
  readonly endWindow: () => ProxyVerdict;
  /**
   * Closes the server and the connections with the target.
   *
   * @returns the verdict about everything that passed
   */
  readonly close: (graceMs?: number) => Promise<ProxyVerdict>;
}

/**
 * Starts a proxy and waits until it listens.
 *
 * @throws OptionError for a target that is no address and for unknown operations, and what `createServer` throws
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const gateway = new TargetGateway(
    options.gateway,
    options.judging,
    options.har,
    [options.server.allowHosts ?? []].flat(),
  );
  for (const line of gateway.routes.warnings) options.server.log?.(line);
  const { service, ...others } = options.server;
  const server = await createServer({
    quota: 'off',
    ...others,
    // The keys are those of the target, which the mock does not know.
    ...(service && {
      service: { ...service, keys: { ...service.keys, onlyKnown: others.strictKeys ?? false } },
    }),
    gateway,
  });
  const close = async (graceMs?: number): Promise<ProxyVerdict> => {
    await server.close(graceMs);
    if (gateway.lastVerdict) return gateway.lastVerdict;
    throw new Error('The proxy ended without a verdict.');
  };
  const problem =
    unknownOperation(server, options.gateway.mock ?? []) ?? operationWithoutRoute(server, gateway.routes);
  if (problem !== undefined) {
    await close();
    throw new OptionError(problem);
  }
  const { stopped, routes } = gateway;
  return { server, routes: routes.addresses, stopped, endWindow: () => gateway.endWindow(), close };
}

/** Without a route no request could reach the operation. */
function operationWithoutRoute(server: DrydockServer, routes: Routes): string | undefined {
  const { operations } = server.mock().contract;
  const lost = operations.find(({ path }) => routes.find(path) === undefined);
  if (!lost) return undefined;
  const { path, prefix } = lost;
  return prefix === ''
    ? `No route leads to ${path} of the document: name the document of each route with its prefix, such as --spec /rates=rates.yaml.`
    : `No route leads to ${path} of the document: say where its service is with --route ${prefix}=URL.`;
}

function unknownOperation(server: DrydockServer, mocked: readonly string[]): string | undefined {
  const known = server.mock().contract.operations.map(({ id }) => id);
  const unknown = mocked.find((id) => !known.includes(id));
  if (unknown === undefined) return undefined;
  const near = nearest(unknown, known, 3);
  const hint =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It has ${known.slice(0, 12).join(', ')}.`;
  return `The document has no operation ${JSON.stringify(unknown)}, which the mock was to answer. ${hint}`;
}
