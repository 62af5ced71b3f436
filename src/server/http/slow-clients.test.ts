/** Slow, silent and rude clients hold a connection for a bounded time, and delay nobody else. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { send, sendRaw, startMock } from '../../testing/mock-server.js';
import { checkedOptions, type ServerOptions } from '../options.js';
import { connectionLimits } from './connection-limits.js';

const logged: string[] = [];
const limits = { headersTimeout: 300, requestTimeout: 600, keepAliveTimeout: 300, writeTimeout: 400 };
const log = (line: string): void => void logged.push(line);
const server = await startMock({ limits, log });
/** For requests that are answered, however slowly they come. */
const patient = await startMock({ log });

const post = 'POST /create-order HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

async function open(port = server.port): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Everything received until the server closes. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  socket.destroy();
  return text;
}

/** A connection with a request on it that is the last. */
async function asking(port: number): Promise<Socket> {
  const socket = await open(port);
  socket.write('GET /categories HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return socket;
}

/** Sends a byte now and then until the server closes. */
function dribble(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a client that', () => {
  it('sends its headers byte by byte is refused in the envelope', async () => {
    const socket = await open();
    socket.write('GET /categories HTTP/1.1\r\nHost: x\r\n');
    dribble(socket, 'X-Y: z\r\n');
    const answer = await received(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('"response_code":"408"');
  });

  it.each(['Content-Length: 1000\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n3e8\r\n{'])(
    'sends a body byte by byte is refused as well (%j)',
    async (rest) => {
      const socket = await open();
      socket.write(post + rest);
      dribble(socket, ' ');
      expect(await received(socket)).toMatch(
        /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"response_code":"408"/,
      );
    },
  );

  it.each([
    ['says nothing', ''],
    ['stops in its headers', 'GET /cat'],
    ['asks once and stays', 'GET /categories HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s is disconnected', async (_, bytes) => {
    const socket = await open();
    socket.write(bytes);
    await received(socket);
    expect(socket.destroyed).toBe(true);
  });

  it('closes its side after the request still gets its response', async () => {
    const socket = await open(patient.port);
    socket.end('GET /no HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('does not read its responses is disconnected, and they are not buffered', async () => {
    const socket = await open();
    socket.pause();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const ask = 'GET /__drydock/docs/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50);
    // Asks on until the server stops to take more; what it took stays bounded by its high-water marks.
    while (socket.write(ask));
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('waits for a delayed response is not disconnected', async () => {
    const second = { headersTimeout: 1000, requestTimeout: 1000, keepAliveTimeout: 1000, writeTimeout: 1000 };
    const waiting = await startMock({ limits: second });
    const answer = await sendRaw(
      waiting,
      'GET /categories HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Mock-Scenario: slow\r\nAuthorization: Bearer dk_test_a\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const drip = await sendRaw(
      waiting,
      'GET /orders/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Mock-Scenario: drip\r\nAuthorization: Bearer dk_test_a\r\n\r\n',
    );
    expect(drip).toMatch(/"response_code":"404"\}$/);
  });
});

describe('a request that is broken in the middle', () => {
  it.each([
    ['a chunk without a size', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a body that ends too early', 'Content-Length: 50\r\n\r\n{"a":'],
  ])('%s gets 400 in the envelope', async (_, rest) => {
    const socket = await open(patient.port);
    socket.end(post + rest);
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"response_code":"400"/);
  });

  it('is refused after the response to the request before it', async () => {
    const socket = await open(patient.port);
    socket.write(
      'GET /no HTTP/1.1\r\nHost: x\r\nX-Mock-Scenario: slow\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\nNOISE\r\n\r\n',
    );
    const statuses = [...(await received(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['401', '401', '400']);
  });

  it('gets no second response when it was answered before its body was read', async () => {
    const socket = await open(patient.port);
    socket.write(
      'GET /__drydock/nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n',
    );
    await once(socket, 'readable');
    socket.write('broken\r\n');
    const statuses = [...(await received(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['401']);
  });

  it('leaves nothing behind when the client disconnects', async () => {
    for (let upload = 0; upload < 50; upload += 1) {
      const socket = await open(patient.port);
      socket.write(`${post}Content-Length: 1000000\r\n\r\n${'x'.repeat(50_000)}`);
      socket.resetAndDestroy();
    }
    expect((await send(patient, 'GET', '/categories')).status).toBe(200);
    expect(logged).toEqual([]);
  });
});

describe('connection limits', () => {
  it('close a connection over the maximum at once, and log it once', async () => {
    const lines: string[] = [];
    const small = await startMock({ limits: { maxConnections: 3 }, log: (line) => lines.push(line) });
    const kept = await Promise.all([open(small.port), open(small.port), open(small.port)]);
    for (let more = 0; more < 3; more += 1) {
      expect(await received(await open(small.port))).toBe('');
    }
    expect(lines).toEqual([
      'More than 3 connections at once; further ones are closed (the option limits.maxConnections sets the limit).',
    ]);
    kept[0].destroy();
    // The server learns of it when it next looks at that connection.
    while (!(await received(await asking(small.port))).startsWith('HTTP/1.1 401 '));
    for (const socket of kept) socket.destroy();
  });

  it('are refused where they contradict each other', () => {
    const limits = (given: ServerOptions['limits'] = {}) =>
      connectionLimits(checkedOptions({ limits: given }).limits);
    expect(limits().headersTimeout).toBe(20_000);
    expect(limits({ requestTimeout: 1000 }).headersTimeout).toBe(1000);
    expect(() => limits({ headersTimeout: 5000, requestTimeout: 1000 })).toThrow(
      'must not be above the request timeout',
    );
  });
});

it('an ordinary client is served beside two thousand idle connections', async () => {
  const roomy = await startMock();
  const idle: Socket[] = [];
  for (let count = 0; count < 2000; count += 100)
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => open(roomy.port)))));
  for (const socket of idle) socket.write('GET /cat');
  for (let request = 0; request < 20; request += 1)
    expect((await send(roomy, 'GET', '/categories')).status).toBe(200);
  for (const socket of idle) socket.destroy();
});
