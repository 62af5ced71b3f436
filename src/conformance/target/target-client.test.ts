import { afterEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import type { TargetResponse, NoResponse } from './exchange.js';
import { httpServer, rawServer } from '../testing/small-server.js';
import type { SmallServer } from '../testing/small-server.js';
import { explainNetworkError } from './network-error.js';
import { TargetClient } from './target-client.js';

const get = { method: 'GET', path: '/x', headers: {} };
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

function clientOf(server: SmallServer, timeoutMs = 2000): TargetClient {
  const client = new TargetClient({ baseUrl: new URL(`${server.url}/base/`), concurrency: 2, timeoutMs });
  open.push(server, client);
  return client;
}

async function answerTo(
  send: (socket: Socket) => void,
  timeoutMs?: number,
): Promise<TargetResponse | NoResponse> {
  return clientOf(await rawServer(send), timeoutMs).send(get);
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('a target that keeps to HTTP', () => {
  it('is asked below its base path, with exactly the headers and bytes that were given', async () => {
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

  it('is read whether chunked, counted, compressed or ended by closing', async () => {
    const bodies = [
      `${head}Content-Length: 2\r\n\r\n{}`,
      `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      `${head}Connection: close\r\n\r\n{}`,
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${head}Content-Length: 2\r\n\r\n{}`,
    ];
    for (const text of bodies) {
      const outcome = await answerTo((socket) =>
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
    const outcome = await answerTo((socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`);
      socket.write(zipped);
    });
    expect(outcome).toMatchObject({ wireProblems: [], body: Buffer.from('{}') });
  });

  it('is not followed to another address', async () => {
    let visited = 0;
    const other = await httpServer((_, response) => {
      visited += 1;
      response.end();
    });
    open.push(other);
    const server = await httpServer((_, response) => response.writeHead(302, { Location: other.url }).end());
    const outcome = await clientOf(server).send({ ...get, headers: { Authorization: 'Bearer secret' } });
    expect(outcome).toMatchObject({ kind: 'response', status: 302 });
    expect(visited).toBe(0);
  });

  it('may close a kept connection: the request goes out again', async () => {
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
});

describe('a hostile target', () => {
  it.each([
    [
      'sends less than it promises',
      `${head}Content-Length: 50\r\n\r\n{"a"`,
      true,
      'of the 50 that Content-Length promises',
    ],
    [
      'leaves out the last chunk',
      `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
      true,
      'before the last chunk',
    ],
    [
      'claims gzip and sends text',
      `${head}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
      false,
      'the body is not gzip',
    ],
    [
      'compresses as nobody can',
      `${head}Content-Encoding: zstd9\r\nContent-Length: 2\r\n\r\n{}`,
      false,
      'was not asked for',
    ],
    [
      'gives a 204 a body',
      'HTTP/1.1 204 No Content\r\n\r\n{}',
      false,
      '2 bytes follow a response that can have no body',
    ],
  ])('%s', async (_, text, closes, problem) => {
    const outcome = await answerTo((socket) => (closes ? socket.end(text) : socket.write(text)));
    expect(outcome.kind === 'response' ? outcome.wireProblems.join() : outcome.reason).toContain(problem);
  });

  it('sends more than it promises', async () => {
    const outcome = await answerTo((socket) => socket.write(`${head}Content-Length: 2\r\n\r\n{}{"more":1}`));
    const said = outcome.kind === 'response' ? outcome.wireProblems.join() : outcome.reason;
    expect(said).toMatch(/where Content-Length says 2|not valid HTTP/);
  });

  it.each([
    ['speaks another protocol', '220 smtp ready\r\n', /not valid HTTP/],
    ['closes at once', '', /closed without a response/],
    [
      'sends endless headers',
      `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(200_000)}\r\n\r\n`,
      /larger than 64 KiB/,
    ],
  ])('%s', async (_, text, reason) => {
    const outcome = await answerTo((socket) => socket.end(text));
    expect(outcome).toMatchObject({ kind: 'no response' });
    expect((outcome as NoResponse).reason).toMatch(reason);
  });

  it('never answers', async () => {
    const outcome = await answerTo(() => undefined, 60);
    expect(outcome).toMatchObject({ kind: 'no response', code: 'TIMEOUT', begun: false });
  });

  it('drips', async () => {
    const outcome = await answerTo((socket) => socket.write(`${head}Content-Length: 9\r\n\r\n{`), 60);
    expect(outcome).toMatchObject({
      kind: 'no response',
      code: 'TIMEOUT',
      begun: true,
      reason: expect.stringContaining('not complete'),
    });
  });

  it('sends without end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const outcome = await answerTo((socket) => {
      socket.write(`${head}Connection: close\r\n\r\n`);
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pump);
      pump();
    }, 15_000);
    expect(outcome).toMatchObject({
      kind: 'response',
      wireProblems: [expect.stringContaining('larger than 16 MiB')],
    });
  });

  it('sends a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const outcome = await answerTo((socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    expect(outcome).toMatchObject({
      kind: 'response',
      wireProblems: [expect.stringContaining('decompresses to more than 16 MiB')],
    });
  });
});

describe('a certificate that nobody vouches for', () => {
  it('is told with the way to trust it', () => {
    const error = Object.assign(new Error('self-signed certificate'), {
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(explainNetworkError(error, { bytes: 0 } as never).reason).toBe(
      'the TLS connection failed: self-signed certificate; if it is to be trusted, name a file with it or its authority in NODE_EXTRA_CA_CERTS',
    );
  });
});

describe('an address where nothing is', () => {
  it.each([
    ['a closed port', 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['no host', 'http://drydock.invalid', /ENOTFOUND|EAI_AGAIN/],
  ])('is told: %s', async (_, url, code) => {
    const client = new TargetClient({ baseUrl: new URL(url), concurrency: 1, timeoutMs: 5000 });
    open.push(client);
    const outcome = (await client.send(get)) as NoResponse;
    expect(outcome.kind).toBe('no response');
    expect(outcome.code).toMatch(code);
  });
});
