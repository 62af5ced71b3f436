/** Stopping: requests under way are answered, nothing else is waited for, and the port is free. */
import { createServer as createHttpServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { headersWith, send, sendRaw, startMock } from '../testing/mock-server.js';
import { createServer } from './create-server.js';
import { drain, prepareDrain } from './drain.js';

/** A server whose requests wait until the test answers them. */
async function holding() {
  const held: ServerResponse[] = [];
  let arrived: (() => void) | undefined;
  const server = createHttpServer((_request, response) => {
    held.push(response);
    arrived?.();
  });
  prepareDrain(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request = new Promise<void>((resolve) => (arrived = resolve));
  return { server, port, held, request };
}

function open(port: number, bytes = ''): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      resolve(socket);
    });
    socket.on('error', () => undefined);
  });
}

it('a request under way is answered before the server is closed', async () => {
  const { server, port, held, request } = await holding();
  const answer = sendRaw({ port }, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await request;
  let closed = false;
  const closing = drain(server).then(() => (closed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(false);
  held[0]?.end('done');
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*done/);
  await closing;
});

it('connections that asked nothing, or not all of it, are not waited for', async () => {
  const { server, port } = await holding();
  const sockets = await Promise.all([open(port), open(port, 'GET / HT')]);
  // The server has accepted both once a later request is answered.
  const arrived = new Promise<void>((resolve) =>
    server.once('request', (_request, response: ServerResponse) => {
      response.end();
      resolve();
    }),
  );
  const idle = await open(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived;
  const started = performance.now();
  await drain(server);
  expect(performance.now() - started).toBeLessThan(3000);
  for (const socket of [...sockets, idle]) socket.destroy();
});

it('the mock finishes what it was asked, refuses what comes later, and frees its port', async () => {
  const server = await startMock();
  // Prism's first answer and a slow scenario take their time; an order is written to state.
  const answers = [1, 2, 3].map(() =>
    send(server, 'GET', '/categories', { headers: { ...headersWith(), 'X-Mock-Scenario': 'slow' } }),
  );
  const first = await send(server, 'GET', '/categories');
  expect(first.status).toBe(200);
  await Promise.all([server.close(), server.close()]);
  const settled = await Promise.allSettled(answers);
  expect(settled.every(({ status }) => status === 'fulfilled')).toBe(true);
  await expect(fetch(`${server.url}/categories`)).rejects.toThrow();
  const again = await createServer({ port: server.port });
  expect(again.port).toBe(server.port);
  await again.close();
});
