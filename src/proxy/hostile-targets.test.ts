/** A proxy withstands hostile targets. */
import { request as send } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, proxyTo, startTarget, type RawResponse } from './testing/proxied.js';

/** The target's attack on a connection, once a request has come. */
let attack: (socket: Socket) => void;
const sockets = new Set<Socket>();
const target = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  socket.once('data', () => {
    attack(socket);
  });
});
let origin: string;
/** Of a proxy that waits for 150 ms. */
let hurried: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port } = target.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  origin = (await proxyTo(url)).server.origin;
  hurried = (await proxyTo(url, { timeout: 150 })).server.origin;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  target.close();
});

const ask = (of = origin): Promise<RawResponse> => exchange(of, { path: '/categories' });
const errorsOf = ({ body }: RawResponse): string[] =>
  (JSON.parse(body.toString()) as { errors: string[] }).errors;
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('a target that gives no response', () => {
  it('that hangs is reported once its time is over', async () => {
    attack = () => undefined;
    const response = await ask(hurried);
    expect(response.status).toBe(504);
    expect(errorsOf(response)[0]).toContain('nothing came from it for 150 ms');
  });

  it.each<[string, (socket: Socket) => void, number, string]>([
    ['resets', (socket) => socket.resetAndDestroy(), 502, 'the connection was closed without a response'],
    ['sends garbage', (socket) => socket.end('SSH-2.0\r\n\r\n'), 502, 'the response is not valid HTTP'],
    [
      'sends 10,000 headers',
      (socket) => socket.end(`${head}${'X-Header: 1\r\n'.repeat(10_000)}\r\n`),
      502,
      'its headers are larger than 65536 bytes (--max-head)',
    ],
    [
      'upgrades unasked',
      (socket) => socket.end('HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      502,
      '',
    ],
    [
      'codes the transfer',
      (socket) =>
        socket.end(
          `${head}Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n2\r\n\x1f\x8b\r\n0\r\n\r\n`,
        ),
      502,
      'its Transfer-Encoding is other than chunked',
    ],
    ['invents a status', (socket) => socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'), 502, ''],
  ])('that %s is reported in the error shape of the document', async (_, how, status, reason) => {
    attack = how;
    const response = await ask();
    expect(response.status).toBe(status);
    expect(errorsOf(response)[0]).toContain(`The proxy got no usable response from the target: ${reason}`);
  });
});

describe('a target that breaks off', () => {
  it.each([
    ['before the announced length', `${head}Content-Length: 100\r\n\r\n{"status"`],
    ['between chunks', `${head}Transfer-Encoding: chunked\r\n\r\n3\r\n{"s\r\n`],
  ])('%s breaks off at the client too', async (_, sent) => {
    attack = (socket) => {
      socket.end(sent);
    };
    await expect(ask()).rejects.toHaveProperty('code', 'ECONNRESET');
  });

  it('by going silent in the middle is cut there', async () => {
    attack = (socket) => {
      socket.write(`${head}Content-Length: 100\r\n\r\n{"status"`);
    };
    await expect(ask(hurried)).rejects.toHaveProperty('code', 'ECONNRESET');
  });
});

it('a client that does not read keeps the target from sending', async () => {
  let sent = 0;
  const endless = await startTarget((_, response) => {
    const send = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      response.once('drain', send);
    };
    send();
  });
  const proxy = await proxyTo(endless.url);
  const response = await fetch(`${proxy.server.origin}/export`);
  await settled(proxy.server.origin, () => sent);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  await response.body?.cancel();
});

it('a target that does not read keeps the client from sending', async () => {
  const deaf = await startTarget((request) => request.pause());
  const proxy = await proxyTo(deaf.url);
  const upload = send(`${proxy.server.origin}/import`, { method: 'POST' });
  upload.on('error', () => undefined);
  let sent = 0;
  const write = (): void => {
    while (!upload.destroyed && upload.write(Buffer.alloc(65_536))) sent += 65_536;
  };
  upload.on('drain', write);
  write();
  await settled(proxy.server.origin, () => sent);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  upload.destroy();
});

/** Resolves once all buffers on the way are full: a hundred other requests pass while nothing more goes out. */
async function settled(proxy: string, sent: () => number): Promise<void> {
  for (let before = -1; before < sent();) {
    before = sent();
    for (let request = 0; request < 100; request += 1) await fetch(`${proxy}/__drydock/health`);
  }
}

it('a body larger than what is held passes whole, and the journal says that it was not judged', async () => {
  const body = Buffer.alloc(300_000, 'x');
  const large = await startTarget((_, response) => response.end(body));
  const { server } = await proxyTo(large.url, { maxHeld: 100_000 });
  const response = await exchange(server.origin, { path: '/categories' });
  expect(response.body.equals(body)).toBe(true);
  const journal = await fetch(`${server.origin}/__drydock/sandboxes/public/requests`, {
    headers: { Authorization: `Bearer ${server.controlToken}` },
  });
  const { requests } = (await journal.json()) as {
    requests: { notJudged: string; response: { body: object } }[];
  };
  expect(requests[0]?.notJudged).toBe('its body is larger than 100000 bytes');
  expect(requests[0]?.response.body).toMatchObject({ size: 300_000, truncated: true });
});
