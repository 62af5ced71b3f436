/** A proxy in front of a target, for the tests of one file, and a client that sees every byte of a message. */
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadRules } from '../../conformance/rules/load-rules.js';
import type { ServerOptions } from '../../server/options.js';
import { shippingService } from '../../shipping/shipping-service.js';
import { afterFile } from '../../testing/after-file.js';
import type { GatewayOptions } from '../gateway.js';
import type { JudgeOptions } from '../judging/proxy-judge.js';
import type { HarLog } from '../recording/har-log.js';
import { startProxy, type Proxy } from '../start-proxy.js';

const rules = await loadRules();

/** Starts a target with these responses. @returns its address */
export async function startTarget(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer({ requireHostHeader: false, maxHeaderSize: 1_048_576 }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A proxy on a free port; it is closed when the test file is done. */
export async function proxyTo(
  url: string | undefined,
  gateway: Partial<GatewayOptions> = {},
  server: Partial<ServerOptions> = {},
  { judging, har }: { judging?: Partial<JudgeOptions>; har?: HarLog } = {},
): Promise<Proxy> {
  const proxy = await startProxy({
    server: { port: 0, service: shippingService({}), log: () => undefined, ...server },
    gateway: { url, ...gateway },
    judging: { rules, ...judging },
    har,
  });
  afterFile(async () => {
    await proxy.close();
  });
  return proxy;
}

/** A request, down to the order and case of its fields. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly fields?: readonly string[];
  readonly body?: Buffer | undefined;
}

/** A response, down to the order and case of its fields. */
export interface RawResponse {
  readonly status: number;
  readonly reason: string;
  /** Names and values in turn, without those of the connection. */
  readonly fields: readonly string[];
  readonly body: Buffer;
  readonly trailers: readonly string[];
}

const ofConnection = /^(connection|keep-alive|transfer-encoding)$/i;

/** Sends a request by node:http; rejects where no whole response comes. */
export async function exchange(origin: string, { method = 'GET', path, fields = [], body }: RawRequest) {
  const { host, hostname, port } = new URL(origin);
  const all = fields.some((name, index) => index % 2 === 0 && /^host$/i.test(name))
    ? fields
    : ['Host', host, ...fields];
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(
      { hostname, port, method, path, headers: all as unknown as Record<string, string>, agent: false },
      resolve,
    );
    request.once('error', reject);
    request.end(body);
  });
  const chunks: Buffer[] = [];
  // A 204 ends with its head, but the parser of Node 20.19 waits for the body that its Content-Length announces.
  if (message.statusCode === 204 && !message.complete) message.destroy();
  else for await (const chunk of message) chunks.push(chunk as Buffer);
  const response: RawResponse = {
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? '',
    fields: withoutConnection(message.rawHeaders),
    body: Buffer.concat(chunks),
    trailers: message.rawTrailers,
  };
  return response;
}

/** Fields without those that speak of one connection. */
export function withoutConnection(fields: readonly string[]): string[] {
  return fields.filter((_, index) => !ofConnection.test(fields[index - (index % 2)] ?? ''));
}
