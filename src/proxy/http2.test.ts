/** A target that offers HTTP/2 alone, and clients that speak it: nothing changes but the form. */
import {
  createSecureServer,
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { sendOn, streamClient } from '../testing/stream-client.js';
import { testCertificates, type TestCertificates } from '../testing/tls/test-certificates.js';
import { exchange, proxyTo } from './testing/proxied.js';

type Answer = (stream: ServerHttp2Stream, got: Got) => void;

/** A request as the target got it. */
interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly raw: readonly string[];
  readonly body: Buffer;
  readonly trailers: readonly string[];
}

let made: TestCertificates;
let target: string;
let origin: string;
let answer: Answer = (stream) => stream.respond({ ':status': 200 }, { endStream: true });
let got: Got;
const sessions = new Set<ServerHttp2Session>();
const before = process.env.XDG_DATA_HOME;

beforeAll(async () => {
  process.env.XDG_DATA_HOME = temporaryFolder();
  made = await testCertificates();
  const server = createSecureServer(made.server);
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (...[stream, headers, , raw = []]: StreamEvent) => {
    const chunks: Buffer[] = [];
    let trailers: readonly string[] = [];
    stream.on('error', () => undefined);
    stream.on(
      'trailers',
      (...[, , fields = []]: [unknown, unknown, (readonly string[])?]) => (trailers = fields),
    );
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      got = { headers, raw, body: Buffer.concat(chunks), trailers };
      answer(stream, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = `https://localhost:${(server.address() as AddressInfo).port}`;
  origin = (await proxyTo(target, { ca: [made.authority.certFile] })).server.origin;
  afterAllClosers.push(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
});
const afterAllClosers: (() => void)[] = [];
afterAll(() => {
  for (const close of afterAllClosers) close();
  if (before === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = before;
});

type StreamEvent = [ServerHttp2Stream, IncomingHttpHeaders, number, (readonly string[])?];

describe('a target that offers HTTP/2 alone', () => {
  it('gets requests as they were sent, and the first one with its body', async () => {
    answer = (stream) => stream.respond({ ':status': 201, 'X-Made': 'yes' }, { endStream: true });
    const fresh = (await proxyTo(target, { ca: [made.authority.certFile] })).server.origin;
    const fields = ['X-Case', 'ä', 'x-twice', '1', 'x-twice', '2', 'Content-Length', '5'];
    const response = await exchange(fresh, {
      method: 'POST',
      path: '/a?b=%20c',
      fields,
      body: Buffer.from('hello'),
    });
    expect([response.status, response.reason]).toEqual([201, 'Created']);
    expect(response.fields).toEqual(expect.arrayContaining(['x-made', 'yes']));
    expect([
      got.headers[':path'],
      got.headers[':method'],
      got.headers[':authority'],
      got.body.toString(),
    ]).toEqual(['/a?b=%20c', 'POST', new URL(target).host, 'hello']);
    expect(got.headers).toMatchObject({ 'x-case': 'ä', 'x-twice': '1, 2', 'content-length': '5' });
    expect(Object.keys(got.headers)).not.toContain('connection');
  });

  it('is answered for with its bytes, trailers, interim responses and repeated fields', async () => {
    const body = Buffer.alloc(3_000_000, 'drydock ');
    answer = (stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</a.css>; rel=preload' });
      stream.respond({ ':status': 200, 'set-cookie': ['a=1', 'b=2'] }, { waitForTrailers: true });
      stream.once('wantTrailers', () => stream.sendTrailers({ 'x-sum': '9' }));
      stream.end(body);
    };
    const response = await exchange(origin, { path: '/large' });
    expect(response.body.equals(body)).toBe(true);
    expect([response.trailers, response.fields]).toEqual([
      ['x-sum', '9'],
      expect.arrayContaining(['set-cookie', 'a=1', 'set-cookie', 'b=2']),
    ]);
  });

  it('takes bodies of any size and their trailers, over one connection', async () => {
    answer = (stream, { body }) => {
      stream.respond({ ':status': 200 });
      stream.end(String(body.length));
    };
    const sizes = [0, 1, 70_000, 2_000_000];
    const texts = await Promise.all(
      sizes.map(async (size) => {
        const fields = ['Transfer-Encoding', 'chunked'];
        const sent = { method: 'PUT', path: '/up', fields, body: Buffer.alloc(size, 'x') };
        return (await exchange(origin, sent)).body.toString();
      }),
    );
    expect(texts).toEqual(sizes.map(String));
    expect(sessions.size).toBeLessThanOrEqual(2);
  });

  it.each([
    ['HEAD', { ':status': 200, 'content-length': '77' }, 200],
    ['GET', { ':status': 204 }, 204],
    ['GET', { ':status': 304, etag: '"x"' }, 304],
  ])('answers %s with %j', async (method, headers, status) => {
    answer = (stream) => stream.respond(headers, { endStream: true });
    const response = await exchange(origin, { method, path: '/none' });
    expect([response.status, response.body.length]).toEqual([status, 0]);
  });

  it('whose stream breaks breaks the response, and only that', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 200, 'content-length': '100' });
      stream.write('part');
      stream.once('drain', () => undefined);
      setImmediate(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    };
    await expect(exchange(origin, { path: '/broken' })).rejects.toThrow();
    answer = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    expect((await exchange(origin, { path: '/refused' })).status).toBe(502);
    answer = (stream) => stream.respond({ ':status': 200 }, { endStream: true });
    expect((await exchange(origin, { path: '/fine' })).status).toBe(200);
  });

  it('that has closed its connection is connected with anew', async () => {
    const closed = [...sessions].map(
      (session) => new Promise<void>((resolve) => session.once('close', resolve)),
    );
    for (const session of sessions) session.close();
    await Promise.all(closed);
    expect((await exchange(origin, { path: '/again' })).status).toBe(200);
  });
});

it('a client of HTTP/2 sees through the proxy what a target of HTTP/2 sends', async () => {
  const { server } = await proxyTo(target, { ca: [made.authority.certFile] }, { https: true });
  const client = await streamClient(server.origin);
  const direct = await streamClient(target);
  answer = (stream, { body }) => {
    stream.additionalHeaders({ ':status': 103, link: '</a.css>; rel=preload' });
    stream.respond({ ':status': 200, 'x-list': ['1', '2'] }, {
      waitForTrailers: true,
      sendDate: false,
    } as object);
    stream.once('wantTrailers', () => stream.sendTrailers({ 'x-sum': String(body.length) }));
    stream.end(body);
  };
  const request = { method: 'POST', path: '/both', body: 'x'.repeat(100_000) };
  const [without, through] = [await sendOn(direct, request), await sendOn(client, request)];
  expect(through).toEqual(without);
  expect(through.trailers).toEqual(['x-sum', '100000']);
});
