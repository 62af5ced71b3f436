/** Attacks on Drydock's own addresses, over a real socket, as a browser or a stranger would send them. */
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { expect } from '@jest/globals';
import type { DrydockServer } from '../../../server/create-server.js';
import { startMock } from '../../../testing/mock-server.js';

export const server = await startMock({ allowHosts: ['mock.test', '[fd00::1]'] });
export const { port, controlToken: token } = server;
export const withToken = { authorization: `Bearer ${token}` };

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** fetch would not let us forge Host, Origin and Sec-Fetch-Site; this does. */
export function attack(
  path: string,
  headers: OutgoingHttpHeaders,
  method = 'GET',
  body?: string | Buffer,
  to: DrydockServer = server,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const target = {
      host: '127.0.0.1',
      port: to.port,
      path: `/__drydock${path}`,
      method,
      headers,
      agent: false,
    };
    const sent = httpRequest(target, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The control API is untouched: nothing has a scenario, no key was issued. */
export async function expectUntouched(): Promise<void> {
  const defaults = await attack('/default-scenario', withToken);
  expect(JSON.parse(defaults.text)).toEqual({ scenario: null });
  expect(JSON.parse((await attack('/keys', withToken)).text)).toMatchObject({ keys: [] });
}
