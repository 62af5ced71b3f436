/** HTTP on the wire: keep-alive, pipelining, malformed requests, clients that disconnect. */
import { createServer as createHttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../../index.js';
import { send, sendRaw, startMock } from '../../testing/mock-server.js';

const server = await startMock();
const mounted = await createApp({ quota: 'off' });
const otherServer = createHttpServer(mounted.app).listen(0, '127.0.0.1');
await once(otherServer, 'listening');
const elsewhere = { port: (otherServer.address() as AddressInfo).port };
afterAll(async () => {
  otherServer.closeAllConnections();
  otherServer.close();
  await mounted.close();
});
const request = (method: string, path: string, more = '', body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_a\r\n${more}\r\n${body}`;
const close = 'Connection: close\r\n';

/** The status of each response in a stream, and their bodies by Content-Length. */
function answersIn(stream: string): { status: number; body: string }[] {
  const answers = [];
  for (let rest = Buffer.from(stream); rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, end).toString();
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    answers.push({
      status: Number(head.slice(9, 12)),
      body: rest.subarray(end + 4, end + 4 + length).toString(),
    });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

describe('a connection', () => {
  it('answers pipelined requests in order', async () => {
    const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n';
    const stream =
      request('GET', '/categories') +
      request('POST', '/create-order', json, '{}') +
      request('GET', '/orders/DDK1') +
      request('GET', '/no') +
      request(
        'POST',
        '/create-order',
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n',
        '2\r\n{}\r\n0\r\n\r\n',
      ) +
      request('GET', '/categories', close);
    const answers = answersIn(await sendRaw(server, stream));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 404, 400, 200]);
    expect(answers[2]?.body).toContain('DDK1');
    expect(answers[5]?.body).toBe(answers[0]?.body);
  });

  it('stays open after an error, and does not read the refused body as the next request', async () => {
    const body = request('GET', '/smuggled');
    const stream =
      request('POST', '/no', `Content-Length: ${body.length}\r\n`, body) +
      request('GET', '/categories', close);
    const statuses = answersIn(await sendRaw(server, stream)).map(({ status }) => status);
    expect(statuses).toEqual([404, 200]);
  });

  it('accepts a body that arrives byte by byte', async () => {
    const text = '{"rate_id":"é"}';
    const bytes = Buffer.from(text);
    const head = request(
      'POST',
      '/create-order',
      `${close}Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n`,
    );
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.setNoDelay(true);
        socket.write(head);
        for (const byte of bytes) socket.write(Buffer.of(byte));
      });
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => {
        resolve(received);
      });
    });
    expect(answer).toContain('rate_id must be a rate quoted to this key, got \\"é\\"');
  });

  it('answers Expect: 100-continue, and then the request', async () => {
    const head = request(
      'POST',
      '/create-order',
      `${close}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n`,
    );
    expect(await sendRaw(server, `${head}{}`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });

  it.each([
    ['/create-order', '1048577'],
    ['/__drydock/reset', '262145'],
  ])('is not asked for a body of %s that is refused in any case', async (path, length) => {
    const token = `Authorization: Bearer ${server.controlToken}\r\n`;
    const head =
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n` +
      `${path === '/__drydock/reset' ? token : 'Authorization: Bearer dk_test_a\r\n'}Content-Length: ${length}\r\n\r\n`;
    expect(await sendRaw(server, head)).toMatch(/^HTTP\/1\.1 413 [^]*^Connection: close/m);
  });

  it.each([
    ['gzip, chunked'],
    ['gzip\r\nTransfer-Encoding: chunked'],
    ['chunked\r\nTransfer-Encoding: chunked'],
  ])('refuses a body in Transfer-Encoding: %j, which would be read while it is coded', async (coding) => {
    const head = `Content-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n`;
    const answer = await sendRaw(server, request('POST', '/create-order', head, '2\r\n{}\r\n0\r\n\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*^Connection: close/m);
    expect(answersIn(answer)).toEqual([
      { status: 400, body: expect.stringMatching(/Transfer-Encoding other than chunked|not valid HTTP/) },
    ]);
  });

  it('is closed after the response to an HTTP/1.0 request', async () => {
    const answer = await sendRaw(
      server,
      'GET /categories HTTP/1.0\r\nAuthorization: Bearer dk_test_a\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe.each([
  ['an absolute target', server],
  ["an absolute target at an application on a server of one's own", elsewhere],
])('%s', (_, { port }) => {
  const absolute = (target: string, host = 'elsewhere.example') =>
    sendRaw(
      { port },
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer dk_test_a\r\n${close}\r\n`,
    );

  it.each([
    ['/categories', 200, 'data'],
    ['/__drydock/health', 200, 'ok'],
    ['/api/v1/developer/categories?page=1', 200, 'data'],
    ['', 404, 'errors'],
  ])('with the path %j reaches what it names', async (path, status, text) => {
    const answer = await absolute(`http://localhost:${port}${path}`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(text);
  });

  it('has its authority judged by the guard, and not the Host header', async () => {
    const path = '/__drydock/sandboxes';
    expect(await absolute(`http://localhost${path}`)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await absolute(`http://evil.example${path}`, 'localhost')).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('names a host and no user, and there is one Host header', async () => {
    expect(await absolute('http://a@b/categories')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await absolute('/categories', 'a\r\nHost: b')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a malformed request is refused in the envelope', () => {
  it.each<[string, number, string]>([
    ['two hosts', 400, 'GET /categories HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
    ['two hosts of an own address', 400, 'GET /__drydock/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a user in the target', 400, 'GET http://a@b/categories HTTP/1.1\r\nHost: b\r\n\r\n'],
    ['noise', 400, 'hello there\r\n\r\n'],
    ['a header without a colon', 400, 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['two lengths', 400, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'length and chunks',
      400,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 400, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['a space in the path', 400, 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['headers beyond 16 KiB', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['TLS', 400, '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
  ])('%s', async (_, status, bytes) => {
    const answer = await sendRaw(server, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^access-control-allow-origin: \*$/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body)).toMatchObject({ status: false, data: [], response_code: String(status) });
  });
});

it('the server survives clients that disconnect in the middle of a request', async () => {
  const head = request('POST', '/create-order', 'Content-Type: application/json\r\nContent-Length: 100\r\n');
  for (const part of ['GET /cat', head, `${head}{"rate`])
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(part, () => socket.resetAndDestroy());
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve();
      });
    });
  expect((await send(server, 'GET', '/categories')).status).toBe(200);
});
