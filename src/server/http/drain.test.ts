/** A stopping server answers the requests under way, waits for nothing else, and frees its port. */
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { headersWith, send, sendRaw, startMock } from '../../testing/mock-server.js';
import { createServer } from '../../index.js';
import { drain, trackConnections } from './drain.js';
import { noteRequest } from './handle-request.js';

/** A server whose requests wait until the test answers them. */
async function holding() {
  const held: ServerResponse[] = [];
  let arrived: (() => void) | undefined;
  const server = createHttpServer((request, response) => {
    noteRequest(connections, request, response);
    held.push(response);
    arrived?.();
  });
  const connections = trackConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request = new Promise<void>((resolve) => (arrived = resolve));
  return { server, connections, port, held, request };
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

it('a stopping server answers the request under way', async () => {
  const { port, held, request, ...http } = await holding();
  const answer = sendRaw({ port }, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await request;
  let closed = false;
  const closing = drain(http).then(() => (closed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(false);
  held[0]?.end('done');
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*done/);
  await closing;
});

it('a stopping server does not wait for connections without a complete request', async () => {
  const { port, ...http } = await holding();
  const sockets = await Promise.all([open(port), open(port, 'GET / HT')]);
  // The server has accepted both once a later request is answered.
  const arrived = new Promise<void>((resolve) =>
    http.server.once('request', (_request, response: ServerResponse) => {
      response.end();
      resolve();
    }),
  );
  const idle = await open(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived;
  await drain(http);
  for (const socket of [...sockets, idle]) socket.destroy();
});

it('a stopping mock finishes its requests, refuses later ones, and frees its port', async () => {
  const server = await startMock();
  // A slow scenario takes long; an order is written to state.
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

/** Everything received until the server closes. */
function all(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('close', () => {
      resolve(text);
    });
  });
}

/** Resolves once the server accepts no more connections. */
async function refusing(port: number): Promise<void> {
  while (
    await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    })
  );
}

const line = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer dk_test_a\r\n${more}\r\n`;

const late = 'X-Mock-Scenario: very-slow\r\n';

it('a stopping server answers all pipelined requests, with Connection: close on the last response only', async () => {
  const server = await startMock();
  const socket = await open(
    server.port,
    line('/categories', late) + line('/orders/1') + line('/orders/2', late),
  );
  const answers = all(socket);
  await send(server, 'GET', '/categories');
  await server.close();
  const text = await answers;
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)).toEqual(['200', '404', '404']);
  expect([...text.matchAll(/^Connection: (\S+)/gm)].map(([, value]) => value)).toEqual([
    ...['keep-alive', 'keep-alive', 'close'],
  ]);
});

it('a stopping server lets an upload finish', async () => {
  const server = await startMock();
  const body = '{"rate_id": "no"}';
  const socket = await open(
    server.port,
    `POST /create-order HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const answers = all(socket);
  await new Promise((resolve) => socket.once('data', resolve));
  const closing = server.close();
  await refusing(server.port);
  socket.write(body);
  expect(await answers).toMatch(/HTTP\/1\.1 400 Bad Request[\s\S]*^Connection: close[\s\S]*rate_id/m);
  await closing;
});

it('a stopping server releases event streams and held connections', async () => {
  const server = await startMock();
  const held = await Promise.all([
    open(server.port, line('/categories', 'X-Mock-Scenario: never-answers\r\n')),
    open(server.port, line('/categories', 'X-Mock-Scenario: drip\r\n')),
    open(
      server.port,
      `GET /__drydock/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.controlToken}\r\n\r\n`,
    ),
  ]);
  const ended = held.map(all);
  await new Promise((resolve) => held[2].once('data', resolve));
  await server.close();
  await Promise.all(ended);
});

it('a stop serves the connections that the system has accepted, however many wait in its queue', async () => {
  const server = await startMock();
  const count = 60;
  const answers: Promise<string>[] = [];
  // The server can accept none of them before it is told to stop, as this is one turn of the event loop.
  const opened = Array.from({ length: count }, () => connectSync(server.port, line('/categories')));
  for (const socket of opened) answers.push(all(socket));
  const until = performance.now() + 50;
  while (performance.now() < until);
  const closing = server.close();
  const texts = await Promise.all(answers);
  expect(texts.filter((text) => /^HTTP\/1\.1 200 [\s\S]*Connection: close/.test(text))).toHaveLength(count);
  await closing;
});

it('a stop under load loses no request of clients that keep their connections, nor of those that do not', async () => {
  const server = await startMock({ quota: 'off' });
  const outcomes = { answered: 0, lost: 0 };
  let answered: () => void = () => undefined;
  const warm = new Promise<void>((resolve) => {
    answered = () => {
      outcomes.answered += 1;
      if (outcomes.answered === 400) resolve();
    };
  });
  const clients = Array.from({ length: 20 }, (_, index) =>
    requestUntilRefused(server.port, index % 2 === 0, answered).catch(() => {
      outcomes.lost += 1;
    }),
  );
  await warm;
  await server.close(500);
  await Promise.all(clients);
  expect(outcomes.lost).toBe(0);
  expect(outcomes.answered).toBeGreaterThanOrEqual(400);
});

/** Begins to connect; what is to be sent goes out when it has. */
function connectSync(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
}

/**
 * Sends requests, one after the response to the other, until nobody accepts connections any more.
 *
 * @param keeps whether the client keeps its connection for as long as the server lets it
 * @throws Error when a connection that was accepted ends without a response
 */
async function requestUntilRefused(port: number, keeps: boolean, answered: () => void): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (!isOpen) return;
    socket.on('error', () => undefined);
    for (let isKept = true; isKept;) {
      socket.write(line('/categories', keeps ? '' : 'Connection: close\r\n'));
      const text = await response(socket);
      if (!/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n/.test(text)) throw new Error(`no response: ${text.slice(0, 80)}`);
      answered();
      isKept = /^Connection: keep-alive/im.test(text);
    }
    socket.destroy();
  }
}

/** Received until a response is whole or the connection ends. */
function response(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      if (body !== undefined && body.length >= length) end();
    };
    const end = (): void => {
      socket.off('data', read).off('close', end);
      resolve(text);
    };
    socket.on('data', read).once('close', end);
  });
}
