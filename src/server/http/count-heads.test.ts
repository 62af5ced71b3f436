/** Heads that never end count in the memory budget: beyond its share they are closed, and others are served. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startMock } from '../../testing/mock-server.js';

/** Nobody is too slow here. */
const limits = { headersTimeout: 600_000, requestTimeout: 600_000 };
/** A quarter of it is for uploads: 267 such heads. */
const maxMemory = '16MB';
const head = `GET /categories HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_heads\r\nX-Long: ${'y'.repeat(15_600)}`;
const most = 4 * 1024 ** 2;
const heads = 400;

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

it.each([
  ['new connections', ''],
  ['connections that have asked before', 'GET /categories HTTP/1.1\r\nHost: x\r\n\r\n'],
])('unfinished heads on %s take no more than their share, and the others are served', async (_, before) => {
  const mock = await startMock({ limits, maxMemory, log: () => undefined });
  const sockets: Socket[] = [];
  let closed = 0;
  const enough = new Promise<void>((resolve) => {
    const count = (): void => {
      closed += 1;
      if ((heads - closed) * head.length <= most) resolve();
    };
    void (async () => {
      for (let index = 0; index < heads; index += 1) {
        const socket = await open(mock.port);
        socket
          .resume()
          .once('close', count)
          .write(before + head);
        sockets.push(socket);
      }
    })();
  });
  await enough;
  const other = await fetch(`${mock.url}/categories`, { headers: { Authorization: 'Bearer dk_test_other' } });
  expect(other.status).toBe(200);
  const [kept] = sockets.filter(({ destroyed }) => !destroyed);
  let text = '';
  const answered = new Promise<void>((resolve) => {
    kept?.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (/^HTTP\/1.1 200 OK\r\n/m.test(text)) resolve();
    });
  });
  kept?.write('\r\n\r\n');
  await answered;
  for (const socket of sockets) socket.destroy();
});
