/** HTTP/2 to clients of a mock: the same service, scenarios and record as over HTTP/1.1. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { request as secureRequest } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterFile } from '../../../testing/after-file.js';
import { fc } from '../../../testing/properties/fast-check.js';
import { drydock, type MockClient } from '../../../client/index.js';
import { packageFile } from '../../../contract/package-root.js';
import { rateExamples } from '../../../testing/rate-requests.js';
import {
  sendOn,
  streamClient,
  type StreamRequest,
  type StreamResponse,
} from '../../../testing/stream-client.js';
import { temporaryFolder } from '../../../testing/temporary-folder.js';

const before = process.env.XDG_DATA_HOME;
let mock: MockClient;
let client: ClientHttp2Session;
const base = '/api/v1/developer';

/** A document whose only response is too long for the buffers on its way. */
const path = '/long';
const example = 'x'.repeat(500_000);
const ok = {
  description: 'A long text.',
  content: { 'text/plain': { schema: { type: 'string' }, example } },
};
const paths = { [path]: { get: { operationId: 'long', responses: { 200: ok } } } };
const spec = join(temporaryFolder(), 'long.json');
writeFileSync(spec, JSON.stringify({ openapi: '3.1.0', info: { title: 'Long', version: '1' }, paths }));

beforeAll(async () => {
  process.env.XDG_DATA_HOME = temporaryFolder();
  mock = await drydock.start({ https: true, quota: 'off' });
  client = await streamClient(mock.url);
});
afterAll(async () => {
  await mock.close();
  if (before === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = before;
});

const get = (key: string, scenario?: string): Promise<StreamResponse> =>
  sendOn(client, {
    path: `${base}/categories`,
    headers: { authorization: `Bearer dk_test_${key}`, ...(scenario && { 'x-mock-scenario': scenario }) },
  });

/** Waits until a request has arrived. */
async function hasOne(sandbox: { requests(): Promise<readonly unknown[]> }): Promise<void> {
  while ((await sandbox.requests()).length === 0);
}

/** Waits until the newest request of a sandbox has ended. */
async function endingIn(sandbox: string): Promise<string> {
  for (;;) {
    const [entry] = await mock.sandbox(sandbox).requests();
    if (entry?.delivery.ending) return entry.delivery.ending;
  }
}

/** The same request over HTTP/1.1. */
function overHttp1({
  method,
  path,
  headers,
  body,
}: StreamRequest): Promise<Pick<StreamResponse, 'status' | 'fields' | 'body'>> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(mock.url);
    const options = { hostname, port, method, path, headers, agent: false, rejectUnauthorized: false };
    const sent = secureRequest(options as object, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          fields: response.rawHeaders,
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

it('is what a client chooses that offers both, and the record says so', async () => {
  expect(client.alpnProtocol).toBe('h2');
  const { status, body, fields } = await get('chosen');
  expect([status, JSON.parse(body.toString())]).toMatchObject([200, { status: true }]);
  expect(fields).not.toContain('connection');
  const [entry] = await mock.sandbox('chosen').requests();
  expect(entry).toMatchObject({
    delivery: { ending: 'complete', bodyBytes: body.length },
    request: { httpVersion: '2.0', headers: { host: new URL(mock.url).host } },
  });
  expect(JSON.stringify(entry?.request.headers)).not.toMatch(/connection|transfer-encoding/i);
  const har = await mock.sandbox('chosen').har();
  expect(JSON.stringify(har)).toContain('"httpVersion":"HTTP/2.0"');
});

it.each([
  ['connection-reset', 0, 'INTERNAL_ERROR', 'reset'],
  ['connection-closed', 0, 'INTERNAL_ERROR', 'closed'],
  ['garbage', 0, 'PROTOCOL_ERROR', 'closed'],
  ['truncated', 200, 'INTERNAL_ERROR', 'cut'],
  ['server-error', 500, undefined, 'complete'],
  ['slow', 200, undefined, 'complete'],
])(
  '%s breaks its stream, and leaves the others of the connection alone',
  async (scenario, status, error, ending) => {
    const key = `break-${scenario}`;
    const [broken, other] = await Promise.all([get(key, scenario), get(`${key}-other`)]);
    expect([broken.status, broken.error]).toEqual([status, error]);
    expect([other.status, other.error]).toEqual([200, undefined]);
    expect(await endingIn(key)).toBe(ending);
  },
);

it('answers any request as over HTTP/1.1', async () => {
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'),
    path: fc.constantFrom(
      '/categories',
      '/get-shipping-rates',
      '/nowhere',
      '/orders/x%20y',
      '/categories?a=%zz',
    ),
    type: fc.constantFrom('application/json', 'text/plain', ''),
    body: fc.option(
      fc.oneof(
        fc.constantFrom(...Object.values(rateExamples)).map((example) => JSON.stringify(example)),
        fc.string({ maxLength: 40 }),
      ),
      { nil: undefined },
    ),
    isSized: fc.boolean(),
  });
  const shown = ({ status, fields, body }: Pick<StreamResponse, 'status' | 'fields' | 'body'>): unknown => {
    const seen = fields
      .map((text, index) => (index % 2 === 0 ? `${text.toLowerCase()}: ${fields[index + 1] ?? ''}` : ''))
      .filter((line) => line !== '' && !/^(date|connection|keep-alive|transfer-encoding):/.test(line));
    return [status, seen, body.toString().replace(/"(id|rate_id|request_id)":"[^"]*"/g, '')];
  };
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, type, body, isSized }) => {
      const headers = {
        authorization: 'Bearer dk_test_same',
        ...(type !== '' && { 'content-type': type }),
        ...(isSized && body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      };
      const sent = { method, path: base + path, headers, body };
      const [first, second] = [await overHttp1(sent), await sendOn(client, sent)];
      expect(shown(second)).toEqual(shown(first));
    }),
    { numRuns: 60, seed: 8 },
  );
});

describe('a request', () => {
  const post = (more: object) =>
    sendOn(client, {
      method: 'POST',
      path: `${base}/get-shipping-rates`,
      headers: { authorization: 'Bearer dk_test_request', 'content-type': 'application/json' },
      body: JSON.stringify(rateExamples.domestic_residential),
      ...more,
    });

  it('may have trailers, and wait for 100 (Continue)', async () => {
    expect(await post({ trailers: { 'x-t': '1' } })).toMatchObject({ status: 200, error: undefined });
    const headers = {
      authorization: 'Bearer dk_test_request',
      'content-type': 'application/json',
      expect: '100-continue',
    };
    const { status, interim } = await post({ headers });
    expect([status, interim]).toEqual([200, [[100, []]]]);
  });

  it('whose client goes away ends as one that left', async () => {
    const stream = client.request({
      ':path': `${base}/categories`,
      authorization: 'Bearer dk_test_left',
      'x-mock-scenario': 'never-answers',
    });
    stream.on('error', () => undefined);
    stream.end();
    const sandbox = mock.sandbox('left');
    await hasOne(sandbox);
    stream.destroy();
    expect(await endingIn('left')).toBe('left');
  });

  it('with headers that are too large is refused, and the connection goes on', async () => {
    const large = await sendOn(client, {
      path: `${base}/categories`,
      headers: Object.fromEntries([...Array(20).keys()].map((index) => [`x-${index}`, 'y'.repeat(1000)])),
    });
    expect(large.status).toBe(431);
    expect((await get('after-large')).status).toBe(200);
  });

  it('runs beside many others on one connection', async () => {
    const all = await Promise.all([...Array(300).keys()].map((index) => get(`many-${index % 7}`)));
    expect(new Set(all.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(['200 undefined']));
  });
});

describe('a client that does not read its responses', () => {
  /** A client that takes no byte of any response's body. */
  const unread = (url: string) => streamClient(url, { settings: { initialWindowSize: 0 } });

  it('has its streams closed after the time to read, and the record says so', async () => {
    const hasty = await drydock.start({ https: true, spec, limits: { writeTimeout: 300 } });
    const session = await unread(hasty.url);
    const long = await sendOn(session, { path });
    const short = await sendOn(session, { path: '/nowhere' });
    expect([long.status, long.error]).toEqual([200, 'INTERNAL_ERROR']);
    expect([short.status, short.error]).toEqual([404, 'INTERNAL_ERROR']);
    const entries = await hasty.sandbox('public').requests();
    const { delivery } = entries.find((entry) => entry.request.path === path) ?? {};
    expect(delivery?.ending).toBe('timeout');
    // A stream takes as much as Node's own limit before its client reads: 16 KiB with Node 20, 64 KiB since Node 22.
    expect(delivery?.bodyBytes).toBeLessThan(example.length / 2);
    await hasty.close();
  });

  it('loses its connection where it reads nothing at all, and does not keep a stop waiting', async () => {
    const limits = { writeTimeout: 300, keepAliveTimeout: 300, maxConnections: 1 };
    const lonely = await drydock.start({ https: true, spec, limits });
    await deafClient(lonely.url);
    let other: ClientHttp2Session | undefined;
    while (other === undefined) other = await streamClient(lonely.url).catch(() => undefined);
    expect((await sendOn(other, { path: '/nowhere' })).status).toBe(404);
    other.destroy();
    while (!(await deafClient(lonely.url).catch(() => undefined)));
    await lonely.close();
  });

  /** A client with more responses on their way than the system holds, that reads none of the bytes of its connection. */
  async function deafClient(url: string): Promise<ClientHttp2Session> {
    const { hostname, port } = new URL(url);
    const between = createServer((near) => {
      const far = connect(Number(port), hostname);
      near.on('error', () => far.destroy()).pipe(far);
      far
        .on('error', () => near.destroy())
        .on('data', (chunk) => {
          near.write(chunk);
          if (far.bytesRead > 100_000) far.pause();
        });
      far.once('close', () => near.destroy());
      afterFile(() => far.destroy());
    });
    await new Promise<void>((resolve) => between.listen(0, hostname, resolve));
    afterFile(() => void between.close());
    const way = `https://${hostname}:${(between.address() as AddressInfo).port}`;
    const session = await streamClient(way, { settings: { initialWindowSize: 2 ** 30 } });
    session.setLocalWindowSize(2 ** 30);
    for (let count = 0; count < 60; count += 1)
      session.request({ ':path': path }).on('error', () => undefined);
    return session;
  }

  it('spends the memory limit, at which others are refused', async () => {
    const small = await drydock.start({ https: true, spec, maxMemory: '16MB' });
    const session = await unread(small.url);
    for (let count = 0; count < 60; count += 1)
      session.request({ ':path': path }).on('error', () => undefined);
    const other = await streamClient(small.url);
    const another = async (): Promise<number> => (await sendOn(other, { path: '/nowhere' })).status;
    while ((await another()) !== 503);
    session.destroy();
    while ((await another()) !== 404);
    await small.close();
  });
});

it('a stopping server answers what is under way, and asks for nothing more', async () => {
  const stopping = await drydock.start({ https: true, quota: 'off' });
  const session = await streamClient(stopping.url);
  const goaway = new Promise((resolve) => session.once('goaway', resolve));
  const slow = sendOn(session, {
    path: `${base}/categories`,
    headers: { authorization: 'Bearer dk_test_stop', 'x-mock-scenario': 'slow' },
  });
  await hasOne(stopping.sandbox('stop'));
  await Promise.all([stopping.close(), goaway]);
  expect(await slow).toMatchObject({ status: 200, error: undefined });
});

it('a program ends with its mock, also after a client went away in the middle of a response', () => {
  const limits = { writeTimeout: 86_400_000 };
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      OPTIONS: JSON.stringify({ port: 0, https: true, spec, limits }),
      XDG_DATA_HOME: temporaryFolder(),
    },
    stdio: 'pipe',
  });
});

const program = `
  import { once } from 'node:events';
  import { connect } from 'node:http2';
  import { createServer } from ${JSON.stringify(pathToFileURL(packageFile('dist', 'src', 'index.js')))};
  const server = await createServer(JSON.parse(process.env.OPTIONS));
  const client = connect('https://127.0.0.1:' + server.port, { rejectUnauthorized: false, settings: { initialWindowSize: 20000 } });
  const stream = client.request({ ':path': '/long' });
  await once(stream, 'response');
  stream.close();
  await once(stream, 'close');
  client.close();
  await server.close();`;

it('outlives bytes that are no HTTP/2', async () => {
  const { hostname, port } = new URL(mock.url);
  const send = (bytes: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connectTls({
        host: hostname,
        port: Number(port),
        ALPNProtocols: ['h2'],
        rejectUnauthorized: false,
      });
      socket.on('error', () => undefined).once('close', () => resolve());
      socket.once('secureConnect', () => socket.end(bytes, 'latin1')).resume();
    });
  await Promise.all(
    ['GET / HTTP/1.1\r\n\r\n', '\0'.repeat(500), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + 'x'.repeat(90)].map(
      send,
    ),
  );
  expect((await get('after-bytes')).status).toBe(200);
});
