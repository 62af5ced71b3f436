/** A mock and its control API over a real socket; whatever comes back is held against control-api.yaml. */
import { expect } from '@jest/globals';
import { responseBodyValidator } from '../../contract/contract.js';
import { responseFor } from '../../contract/operations.js';
import { startMock } from '../../testing/mock-server.js';
import type { DrydockServer } from '../../server/create-server.js';
import type { ServerOptions } from '../../index.js';
import { controlContract } from '../control-contract.js';

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly json: Record<string, unknown>;
}

export interface ControlTester {
  readonly server: DrydockServer;
  /** Asks the control API. @param path below /__drydock, query included */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Told>;
  /** Asks the mock itself. @param path below the base path */
  readonly visit: (
    key: string,
    path: string,
    init?: { method?: string; headers?: object; body?: unknown },
  ) => Promise<Told>;
}

export async function startControlTester(options: ServerOptions = {}): Promise<ControlTester> {
  const server = await startMock(options);
  const root = `http://127.0.0.1:${server.port}`;
  return {
    server,
    async ask(method, path, body) {
      const told = await fetched(`${root}/__drydock${path}`, method, server.controlToken, {}, body);
      await expectDocumented(method, path, told);
      return told;
    },
    visit: (key, path, { method = 'GET', headers = {}, body } = {}) =>
      fetched(root + (server.mock().contract.basePaths[0] ?? '') + path, method, key, headers, body),
  };
}

async function fetched(
  url: string,
  method: string,
  bearer: string,
  more: object,
  body: unknown,
): Promise<Told> {
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${bearer}`, ...json, ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const value = (isJson ? JSON.parse(text) : undefined) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, text, json: value };
}

/** Fails unless the document has the operation, the status, and a schema that accepts the body. */
async function expectDocumented(method: string, target: string, told: Told): Promise<void> {
  const contract = await controlContract();
  const [path = ''] = target.split('?', 1);
  const operation = contract.operations.find(
    (one) =>
      one.method === method.toLowerCase() &&
      new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (!operation) throw new Error(`control-api.yaml has no ${method} ${path}`);
  const response = responseFor(operation, told.status);
  if (!response) throw new Error(`control-api.yaml has no ${told.status} for ${operation.id}: ${told.text}`);
  const mediaType = told.headers.get('content-type') ?? '';
  const validator = responseBodyValidator(contract, operation, told.status, mediaType);
  if (validator) expect(contract.validators.problems(validator, told.json, 'body')).toEqual([]);
  else if (mediaType.includes('json'))
    throw new Error(`control-api.yaml has no JSON for ${told.status} of ${operation.id}`);
}
