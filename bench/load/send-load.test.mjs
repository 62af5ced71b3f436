import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { sendLoad } from './send-load.mjs';

const running = [];
afterEach(() => Promise.all(running.splice(0).map((server) => new Promise((end) => server.close(end)))));

/** Starts a server, http or net, and gives its port. */
async function listening(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(server);
  return server.address().port;
}

const httpServer = (answer) => listening(createHttpServer(answer));
const request = ['GET / HTTP/1.1\r\nHost: h\r\n\r\n'];

describe('sendLoad in a closed loop', () => {
  it('sends the given number of requests and counts those without 2xx', async () => {
    let seen = 0;
    const port = await httpServer((_, response) => response.writeHead(++seen % 4 ? 200 : 503).end());
    const { requests, failed } = await sendLoad(port, request, { connections: 3, count: 40 });
    expect([seen, requests, failed]).toEqual([40, 40, 10]);
  });

  it('sends its requests in turn', async () => {
    const paths = [];
    const port = await httpServer(({ url }, response) => response.end(String(paths.push(url))));
    const inTurn = ['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
    await sendLoad(port, inTurn, { count: 4 });
    expect(paths).toEqual(['/a', '/b', '/c', '/a']);
  });

  it.each([
    ['with Content-Length', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['without a body', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ])('finds the end of a response %s that comes in small pieces', async (_, text) => {
    const answer = async (socket) => {
      for (const piece of text.match(/[^]{1,7}/g)) {
        socket.write(piece);
        await wait(1);
      }
    };
    const port = await listening(createTcpServer((socket) => socket.on('data', () => void answer(socket))));
    const { requests, failed } = await sendLoad(port, request, { count: 3 });
    expect([requests, failed]).toEqual([3, 0]);
  });

  it('fails when a connection is closed before the response', async () => {
    const port = await listening(createTcpServer((socket) => socket.once('data', () => socket.end())));
    await expect(sendLoad(port, request, { count: 1 })).rejects.toThrow('closed a connection early');
  });
});

describe('sendLoad in an open loop', () => {
  it('counts a latency from the moment its request was due, also when it waits behind a slow one', async () => {
    let seen = 0;
    // The first half second is not counted: number 15 is due after it.
    const port = await httpServer((_, response) =>
      setTimeout(() => response.end(), ++seen === 15 ? 2000 : 0),
    );
    const { requests, p99 } = await sendLoad(port, request, { rate: 20, seconds: 5 });
    expect(requests).toBeGreaterThan(0);
    // Of the 40 requests that were due meanwhile the first waited nearly as long as the slow one.
    expect(p99).toBeGreaterThan(1_000_000);
  });

  it('reports how many requests are answered by a server that does not keep up', async () => {
    const port = await httpServer((_, response) => setTimeout(() => response.end(), 20));
    const { perSecond, onTime } = await sendLoad(port, request, { rate: 1000, seconds: 1 });
    // It answers 50 a second at most.
    expect(perSecond).toBeLessThan(60);
    expect(onTime).toBeLessThan(0.1);
  });
});
