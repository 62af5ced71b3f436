import type { AddressInfo } from 'node:net';
import { assemble } from './assemble.js';
import type { DrydockApp } from './assemble.js';
import { connectionLimits } from './http/connection-limits.js';
import { drain } from './http/drain.js';
import { httpServer, listen } from './http/http-server.js';
import type { Mock } from '../mock/mock.js';
import type { ServerOptions } from './options.js';

export type { DrydockApp } from './assemble.js';

/** A listening mock. */
export interface DrydockServer {
  /** The address of the service, base path included, such as `http://127.0.0.1:4010/api/v1/developer`. */
  readonly url: string;
  /** Only scheme, host and port. */
  readonly origin: string;
  readonly port: number;
  /** The token of the control API, for the header `Authorization: Bearer TOKEN`. */
  readonly controlToken: string;
  /** The operations without a handler, answered from the document, as `METHOD /path`. */
  readonly answeredByDocument: readonly string[];
  /** The current mock; a reload replaces it. */
  readonly mock: () => Mock;
  /** Stops listening, lets the requests under way finish, and frees everything. May be called twice. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a mock and waits until it listens.
 *
 * @throws DocumentError, ScenarioError, OptionError, StoreUnavailableError, or what the service throws for data of its own:
 * one sentence each; or Node's error when it can't listen
 */
export async function createServer(options: ServerOptions): Promise<DrydockServer> {
  const limits = connectionLimits(options.limits);
  const assembled = await assemble(options);
  const server = httpServer(assembled, limits);
  const host = options.host ?? '127.0.0.1';
  try {
    await listen(server, options.port ?? 4010, host);
  } catch (cause) {
    await assembled.close();
    throw cause;
  }
  const { port } = server.address() as AddressInfo;
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const origin = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`;
  assembled.setOwnOrigin(origin);
  const { contract, operations, publicUrl } = assembled.mock();
  let closing: Promise<void> | undefined;
  return {
    url: (publicUrl ?? origin) + (contract.basePaths[0] ?? ''),
    origin: publicUrl ?? origin,
    port,
    controlToken: assembled.controlToken,
    answeredByDocument: operations
      .filter(({ answeredBy }) => answeredBy === 'document')
      .map(({ operation }) => `${operation.method.toUpperCase()} ${operation.path}`),
    mock: assembled.mock,
    close: () => {
      assembled.stop();
      return (closing ??= drain(server).then(assembled.close));
    },
  };
}

/** Creates the Express application of a mock without listening. @throws as `createServer` */
export async function createApp(options: ServerOptions): Promise<DrydockApp> {
  const { app, mock, controlToken, close } = await assemble(options);
  return { app, mock, controlToken, close };
}
