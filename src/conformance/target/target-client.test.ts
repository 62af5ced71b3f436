import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { clientOf, closing, get, head, outcomeOf } from '../testing/client-of.js';
import { httpServer, rawServer } from '../testing/small-server.js';

describe('TargetClient', () => {
  it('requests paths below the base path, with exactly the given headers and bytes', async () => {
    const seen: unknown[] = [];
    const server = await httpServer((request, response) => {
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => {
        seen.push(request.method, request.url, request.rawHeaders.includes('X-Odd-Case'));
        response.end('{}');
      });
    });
    const request = {
      method: 'POST',
      path: '/x?a=1',
      headers: { 'X-Odd-Case': '1' },
      body: Buffer.from('{"a":1}'),
    };
    const outcome = await clientOf(server).send(request);
    expect(outcome).toMatchObject({ kind: 'response', status: 200, wireProblems: [] });
    expect(seen).toEqual(['{"a":1}', 'POST', '/base/x?a=1', true]);
  });

  it('reads bodies that are chunked, counted, compressed or ended by closing', async () => {
    const bodies = [
      `${head}Content-Length: 2\r\n\r\n{}`,
      `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      `${head}Connection: close\r\n\r\n{}`,
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${head}Content-Length: 2\r\n\r\n{}`,
    ];
    for (const text of bodies) {
      const outcome = await outcomeOf((socket) =>
        text.includes('close') ? socket.end(text) : socket.write(text),
      );
      expect(outcome).toMatchObject({
        kind: 'response',
        status: 200,
        wireProblems: [],
        body: Buffer.from('{}'),
      });
    }
    const zipped = gzipSync('{}');
    const outcome = await outcomeOf((socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`);
      socket.write(zipped);
    });
    expect(outcome).toMatchObject({ wireProblems: [], body: Buffer.from('{}') });
  });

  it('does not follow redirects', async () => {
    let visited = 0;
    const other = await httpServer((_, response) => {
      visited += 1;
      response.end();
    });
    closing(other);
    const server = await httpServer((_, response) => response.writeHead(302, { Location: other.url }).end());
    const outcome = await clientOf(server).send({ ...get, headers: { Authorization: 'Bearer secret' } });
    expect(outcome).toMatchObject({ kind: 'response', status: 302 });
    expect(visited).toBe(0);
  });

  it('sends the request again when the target closes a reused connection', async () => {
    let connections = 0;
    const served = new WeakSet<Socket>();
    const server = await rawServer((socket) => {
      if (served.has(socket)) {
        socket.destroy();
        return;
      }
      connections += 1;
      served.add(socket);
      socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
    });
    const client = clientOf(server);
    await client.send(get);
    const second = await client.send(get);
    expect(second).toMatchObject({ kind: 'response', status: 200 });
    expect(connections).toBe(2);
  });

  it('sends it again when the target ends a reused connection with a 408', async () => {
    const served = new WeakSet<Socket>();
    const server = await rawServer((socket) => {
      if (served.has(socket)) socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n');
      else socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
      served.add(socket);
    });
    const client = clientOf(server);
    await client.send(get);
    expect(await client.send(get)).toMatchObject({ status: 200 });
  });

  it('does not judge a request that it may not send again', async () => {
    const served = new WeakSet<Socket>();
    const server = await rawServer((socket) => {
      if (served.has(socket)) socket.destroy();
      else socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
      served.add(socket);
    });
    const client = clientOf(server);
    await client.send(get);
    expect(await client.send(get, false)).toMatchObject({ kind: 'no response', notJudged: true });
  });

  it('leaves requests under way alone when another finds its connection closed', async () => {
    const served = new WeakSet<Socket>();
    let finishSlow = (): void => undefined;
    const server = await rawServer((socket, received) => {
      const respond = (): unknown => socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
      if (received.includes('/slow')) finishSlow = respond;
      else if (served.has(socket)) socket.destroy();
      else respond();
      served.add(socket);
    });
    const client = clientOf(server);
    const slow = client.send({ ...get, path: '/slow' });
    await client.send(get);
    expect(await client.send(get)).toMatchObject({ kind: 'response', status: 200 });
    finishSlow();
    expect(await slow).toMatchObject({ kind: 'response', status: 200 });
  });
});
