/** The access log of a proxy, as its operator reads it. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startMock } from '../testing/mock-server.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';

type Line = Readonly<Record<string, unknown>>;

const sandbox = ['Authorization', 'Bearer dk_test_key', 'X-Mock-Sandbox', 'shop'];
const base = '/api/v1/developer';

/** The lines of a proxy once it is closed. */
async function logged(
  url: string,
  act: (origin: string) => Promise<unknown>,
  mock?: string,
): Promise<Line[]> {
  const accessLog = join(temporaryFolder(), 'access.log');
  const proxy = await proxyTo(url, mock === undefined ? {} : { mock: [mock] }, { accessLog });
  await act(proxy.server.origin);
  await proxy.close();
  const lines = readFileSync(accessLog, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

it('has the operation and the sandbox of what the target answered, and of what the proxy answered itself', async () => {
  const { origin, url } = await startMock();
  const lines = await logged(
    origin,
    async (at) => {
      await exchange(at, { path: `${base}/categories?token=hidden`, fields: sandbox });
      await exchange(at, { path: `${base}/nowhere`, fields: sandbox });
      await exchange(at, { path: `${base}/orders/HQ1`, fields: sandbox });
      await exchange(at, {
        path: `${base}/categories`,
        fields: [...sandbox, 'X-Mock-Scenario', 'rate-limited'],
      });
    },
    'getOrder',
  );
  expect(url).toBe(origin + base);
  const known = { sandbox: 'shop', client: '127.0.0.1', method: 'GET', bytes: expect.any(Number) };
  expect(lines).toEqual([
    expect.objectContaining({
      ...known,
      status: 200,
      path: `${base}/categories`,
      operation: 'listCategories',
    }),
    expect.objectContaining({ ...known, status: 404, path: `${base}/nowhere` }),
    expect.objectContaining({ ...known, status: 404, operation: 'getOrder' }),
    expect.objectContaining({ ...known, status: 429, operation: 'listCategories', scenario: 'rate-limited' }),
  ]);
  expect(lines.filter(({ aborted }) => aborted)).toEqual([]);
  expect(lines[1]).not.toHaveProperty('operation');
});

it('has both where the target is out of reach, and where it breaks off', async () => {
  const { url, server } = await startTarget((request, response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('part');
    setImmediate(() => request.socket.destroy());
  });
  const get = (at: string) =>
    exchange(at, { path: `${base}/categories`, fields: sandbox }).catch(() => undefined);
  const [broken] = await logged(url, get);
  expect(broken).toMatchObject({ operation: 'listCategories', sandbox: 'shop', aborted: true });
  server.close();
  const [unreachable] = await logged('http://127.0.0.1:9', get);
  expect(unreachable).toMatchObject({ operation: 'listCategories', sandbox: 'shop', status: 502 });
});

it('has the status of a connection that became a WebSocket, and is written when that ends', async () => {
  const { url, server } = await startTarget((_, response) => response.end());
  const chat = new WebSocketServer({ server });
  const [line, ...more] = await logged(url, async (at) => {
    const socket = new WebSocket(`${at.replace('http', 'ws')}/chat`, {
      headers: { 'X-Mock-Sandbox': 'shop' },
      origin: at,
    });
    await once(socket, 'open');
    socket.close();
    await once(socket, 'close');
  });
  chat.close();
  expect(more).toEqual([]);
  expect(line).toMatchObject({ path: '/chat', status: 101, sandbox: 'shop' });
  expect(line).not.toHaveProperty('aborted');
});
