/** A real mock on a port of its own, for the tests of one file, and what they need to talk to it. */
import { connect } from 'node:net';
import { text as wholeText } from 'node:stream/consumers';
import { createServer, type ServerOptions } from '../index.js';
import type { DrydockServer } from '../server/create-server.js';
import { afterFile } from './after-file.js';
import { httpRequest, type HttpResponse } from './http-request.js';

/** Options of every mock of a test file; one file runs the tests of others over another store. */
export const everyMock: { options: () => ServerOptions } = { options: () => ({}) };

/** Starts a mock on a free port; it is closed when the test file is done. Without a quota unless one is given. */
export async function startMock(options: ServerOptions = {}): Promise<DrydockServer> {
  const server = await createServer({ port: 0, quota: 'off', ...everyMock.options(), ...options });
  afterFile(() => server.close());
  return server;
}

/** The headers of a request with a key and, if need be, a JSON body. */
export function headersWith(key = 'dk_test_tests'): Record<string, string> {
  return { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
}

export interface Received extends HttpResponse {
  readonly json: Envelope;
}

/** The envelope as a test reads it. */
export interface Envelope {
  readonly status: boolean;
  readonly message: string;
  readonly data: Record<string, unknown>[];
  readonly errors: string[];
  readonly response_code: string;
}

/** The advertised base path at the port itself, whatever public address the mock speaks of. */
function localUrl({ port, mock }: DrydockServer): string {
  return `http://127.0.0.1:${port}${mock().contract.basePaths[0] ?? ''}`;
}

/** Sends one request under the mock's advertised base path. */
export async function send(
  server: DrydockServer,
  method: string,
  path: string,
  init: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<Received> {
  const headers = init.headers ?? headersWith();
  const response = await httpRequest(localUrl(server) + path, { method, headers, body: init.body });
  const { text } = response;
  const json = (
    (response.headers.get('content-type') ?? '').includes('json') && text !== ''
      ? JSON.parse(text)
      : undefined
  ) as Envelope;
  return { ...response, json };
}

/**
 * Sends bytes as they are on one connection and gives all that comes back until the server closes it.
 *
 * @param bytes should contain `Connection: close`, or something that makes the server close
 */
export function sendRaw({ port }: { port: number }, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return wholeText(socket);
}
