/** Messages that pass a proxy, down to the bytes on both connections. */
import { createHash } from 'node:crypto';
import { request as send, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxyTo, startTarget } from './testing/proxied.js';

/** The bytes that the target got on its latest connection, and its answer once they end a request. */
let got: string;
let answer: { after: string; bytes: string };
const target = createServer((socket) => {
  got = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    got += chunk.toString('latin1');
    if (got.endsWith(answer.after)) socket.end(answer.bytes, 'latin1');
  });
});
let host: string;
let port: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(target.address() as AddressInfo).port}`;
  port = (await proxyTo(`http://${host}`)).server.port;
});
afterAll(() => {
  target.close();
});

/** Everything that comes back until the proxy closes the connection. */
async function bytesFor(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request, 'latin1');
  return Buffer.concat((await socket.toArray()) as Buffer[]).toString('latin1');
}

const close = 'Host: client\r\nConnection: close\r\n\r\n';

describe('a request on the wire', () => {
  it('takes its trailers along', async () => {
    answer = { after: '0\r\nX-Sum: 3\r\n\r\n', bytes: 'HTTP/1.1 204 No Content\r\n\r\n' };
    const framing = 'Trailer: X-Sum\r\nTransfer-Encoding: chunked\r\n';
    const body = '3\r\nabc\r\n0\r\nX-Sum: 3\r\n\r\n';
    await bytesFor(`POST /sums HTTP/1.1\r\n${framing}${close}${body}`);
    expect(got).toBe(
      `POST /sums HTTP/1.1\r\nTrailer: X-Sum\r\nHost: ${host}\r\n` +
        `Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n${body}`,
    );
  });

  it('keeps its body where the target refuses it instead of asking for it', async () => {
    const refusal = 'HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n';
    answer = { after: '\r\n\r\n', bytes: `${refusal}\r\n` };
    const fields = 'Expect: 100-continue\r\nContent-Length: 9\r\n';
    expect(await bytesFor(`POST /sums HTTP/1.1\r\n${fields}${close}`)).toBe(
      `${refusal}Connection: close\r\n\r\n`,
    );
    expect(got).toContain('\r\nExpect: 100-continue\r\n');
  });
});

describe('a response on the wire', () => {
  it('leaves the fields of its connection behind, and nothing else', async () => {
    const ofConnection =
      'Connection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nProxy-Authenticate: Basic\r\n';
    const kept = 'set-cookie: a=1\r\nX-b: \xe4\r\nSet-Cookie: b=2\r\nCONTENT-LENGTH: 2\r\n';
    answer = { after: '\r\n\r\n', bytes: `HTTP/1.1 200 Fine by me\r\n${ofConnection}${kept}\r\nok` };
    expect(await bytesFor(`GET /raw HTTP/1.1\r\n${close}`)).toBe(
      `HTTP/1.1 200 Fine by me\r\n${kept}Connection: close\r\n\r\nok`,
    );
  });

  it('comes behind its interim responses', async () => {
    const interim =
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\n\r\n';
    const end = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n';
    answer = { after: '\r\n\r\n', bytes: `${interim}${end}\r\n` };
    expect(await bytesFor(`GET /raw HTTP/1.1\r\n${close}`)).toBe(`${interim}${end}Connection: close\r\n\r\n`);
  });

  it('has no chunks for a client of HTTP/1.0', async () => {
    const chunks = '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    answer = { after: '\r\n\r\n', bytes: `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}` };
    const came = await bytesFor('GET /raw HTTP/1.0\r\nHost: client\r\n\r\n');
    expect(came).toBe('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc');
  });
});

it('64 MiB go up and come down at the same time, byte for byte', async () => {
  const echo = await startTarget((request, response) => request.pipe(response));
  const { server } = await proxyTo(echo.url);
  const [sent, came] = [createHash('sha256'), createHash('sha256')];
  const part = Buffer.alloc(1024 * 1024);
  const parts = function* () {
    for (let number = 0; number < 64; number += 1) {
      part.fill(number);
      sent.update(part);
      yield Buffer.from(part);
    }
  };
  const upload = send(`${server.origin}/echo`, { method: 'POST', agent: false });
  const response = new Promise<IncomingMessage>((resolve) => upload.once('response', resolve));
  await Promise.all([
    pipeline(Readable.from(parts(), { objectMode: false }), upload),
    response.then((message) => pipeline(message, came)),
  ]);
  expect(came.digest('hex')).toBe(sent.digest('hex'));
});
