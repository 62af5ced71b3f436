/** A mock of the library, for the tests of one file. */
import { drydock, type MockClient } from '../../client/index.js';
import { createServer, type DrydockServer } from '../../server/create-server.js';
import type { ServerOptions } from '../../server/options.js';
import { afterFile } from '../after-file.js';
import { library } from './library-service.js';

export interface LibraryMock {
  readonly server: DrydockServer;
  readonly client: MockClient;
  readonly call: (method: string, path: string, sent?: Sent) => Promise<Received>;
}

interface Sent {
  readonly card?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined for a body that is not JSON. */
  readonly json: { readonly [name: string]: unknown; readonly code?: string; readonly detail?: string };
}

export const aDay = '2026-01-15T09:30:00Z';

/** Starts a mock of the library on a free port; it is closed when the test file is done. */
export async function startLibrary(options: ServerOptions = {}): Promise<LibraryMock> {
  const server = await createServer({ service: library, port: 0, quota: 'off', clock: aDay, ...options });
  afterFile(() => server.close());
  const client = drydock.attach({ url: server.url, token: server.controlToken });
  return { server, client, call: (...sent) => callLibrary(server, ...sent) };
}

async function callLibrary(server: DrydockServer, method: string, path: string, sent: Sent = {}) {
  const { card = 'dk_test_reader', headers, body } = sent;
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(server.url + path, {
    method,
    headers: { ...(card === '' ? {} : { 'X-Library-Card': card }), ...json, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const value = (isJson ? JSON.parse(text) : {}) as Received['json'];
  return { status: response.status, headers: response.headers, text, json: value };
}

export const reader = { reader: 'Mina Okafor' };
