/** A mock and its control API over a real socket; every response is checked against control-api.yaml. */
import { expect } from 'vitest';
import type { Contract } from '../../contract/contract.js';
import { responseFor } from '../../contract/operations.js';
import { undocumented } from '../../testing/documented.js';
import { httpRequest, type HttpResponse } from '../../testing/http-request.js';
import { startMock } from '../../testing/mock-server.js';
import type { ServerOptions } from '../../server/options.js';
import { loadControlContract } from '../control-contract.js';

/** A response that was read to its end. */
export interface ReadResponse extends HttpResponse {
  /** Undefined where the response is not JSON. */
  readonly json: Record<string, unknown>;
}

export type ControlTester = Awaited<ReturnType<typeof startControlTester>>;

export async function startControlTester(options: ServerOptions = {}) {
  const contract = await loadControlContract();
  const server = await startMock(options);
  const root = `http://127.0.0.1:${server.port}`;
  return {
    server,
    /** Calls the control API. @param path below /__drydock, query included */
    ask: async (method: string, path: string, body?: unknown): Promise<ReadResponse> => {
      const response = await fetched(`${root}/__drydock${path}`, method, server.controlToken, {}, body);
      expectDocumented(contract, method, path, response);
      return response;
    },
    /** Calls the mocked service. @param path below the base path */
    visit: (key: string, path: string, init: { method?: string; headers?: object; body?: unknown } = {}) => {
      const { method = 'GET', headers = {}, body } = init;
      return fetched(root + (server.mock().contract.basePaths[0] ?? '') + path, method, key, headers, body);
    },
  };
}

async function fetched(
  url: string,
  method: string,
  bearer: string,
  more: object,
  body: unknown,
): Promise<ReadResponse> {
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await httpRequest(url, {
    method,
    headers: { Authorization: `Bearer ${bearer}`, ...json, ...more },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const value = (isJson ? JSON.parse(response.text) : undefined) as Record<string, unknown>;
  return { ...response, json: value };
}

/** Fails unless the document has the operation, the status, and a schema that accepts the body. */
function expectDocumented(contract: Contract, method: string, target: string, received: ReadResponse): void {
  const [path = ''] = target.split('?', 1);
  const operation = contract.operations.find(
    (one) =>
      one.method === method.toLowerCase() &&
      new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (!operation) throw new Error(`control-api.yaml has no ${method} ${path}`);
  const { status, json } = received;
  const contentType = received.headers.get('content-type');
  if (contentType?.includes('json'))
    expect(undocumented(contract, operation.id, { status, json, contentType })).toEqual([]);
  else if (!responseFor(operation, status))
    throw new Error(`control-api.yaml has no ${status} for ${operation.id}: ${received.text}`);
}
