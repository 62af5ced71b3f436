/** Attacks on Drydock's own addresses, over a real socket, as a browser or a stranger would send them. */
import type { OutgoingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import type { DrydockServer } from '../../../server/create-server.js';
import { httpRequest, type HttpResponse } from '../../../testing/http-request.js';
import { startMock } from '../../../testing/mock-server.js';

export let server: DrydockServer;
export let port: number;
export let token: string;
export let withToken: { readonly authorization: string };

/** Starts the mock that is attacked by the tests of the file that calls it. */
export async function startAttacked(): Promise<void> {
  server = await startMock({ allowHosts: ['mock.test', '[fd00::1]'] });
  ({ port, controlToken: token } = server);
  withToken = { authorization: `Bearer ${token}` };
}

/** fetch would not let us forge Host, Origin and Sec-Fetch-Site; this does. */
export function attack(
  path: string,
  headers: OutgoingHttpHeaders,
  method = 'GET',
  body?: string | Buffer,
  to: DrydockServer = server,
): Promise<HttpResponse> {
  return httpRequest(`http://127.0.0.1:${to.port}/__drydock${path}`, { method, headers, body });
}

/** The control API is untouched: nothing has a scenario, no key was issued. */
export async function expectUntouched(): Promise<void> {
  const defaults = await attack('/default-scenario', withToken);
  expect(JSON.parse(defaults.text)).toEqual({ scenario: null });
  expect(JSON.parse((await attack('/keys', withToken)).text)).toMatchObject({ keys: [] });
}
