/** A proxy passes exactly what was sent, in both directions. */
import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import axios from 'axios';
import createClient from 'openapi-fetch';
import { beforeAll, describe, expect, it } from 'vitest';
import { fc } from '../testing/properties/fast-check.js';
import type { paths } from '../contract/generated/openapi.js';
import { startMock } from '../testing/mock-server.js';
import { rateExamples } from '../testing/rate-requests.js';
import { describeUnless, whyMissing } from '../testing/unless.js';
import { exchange, proxyTo, startTarget, withoutConnection } from './testing/proxied.js';

/** The target's next answer, and the last request that it got. */
let answer: RequestListener;
let got: { method: string; target: string; fields: string[]; body: Buffer };
let direct: string;
let proxied: string;

beforeAll(async () => {
  const target = await startTarget((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      const body = Buffer.concat(chunks);
      got = { method, target: url, fields: rawHeaders, body };
      response.sendDate = false;
      answer(request, response);
    });
  });
  direct = target.url;
  proxied = (await proxyTo(direct)).server.origin;
});

const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/).map((name) => `X-${name}`);
const text = fc.stringMatching(/^[!-~\xa1-\xff]([ -~\xa1-\xff]{0,30}[!-~\xa1-\xff])?$/);
const own = fc.array(fc.tuple(token, text), { maxLength: 6 }).filter(
  // They speak to Drydock.
  (fields) => fields.every(([name]) => !/^x-mock-/i.test(name)),
);
const bytes = fc.uint8Array({ maxLength: 3000 }).map((array) => Buffer.from(array));

describe('a response', () => {
  it('comes back with the same status, reason, fields, bytes and trailers', async () => {
    const response = fc.record({
      status: fc.constantFrom(200, 201, 204, 206, 301, 304, 400, 404, 418, 500, 599),
      reason: fc.stringMatching(/^[A-Za-z ]{0,20}$/),
      fields: own,
      cookies: fc.array(text, { maxLength: 2 }),
      chunks: fc.array(bytes, { maxLength: 3 }),
      isChunked: fc.boolean(),
      trailers: fc.boolean(),
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE'),
    });
    await fc.assert(
      fc.asyncProperty(response, async ({ status, reason, fields, cookies, chunks, ...how }) => {
        const size = chunks.reduce((sum, { length }) => sum + length, 0);
        const hasBody = how.method !== 'HEAD' && status !== 204 && status !== 304;
        const trailer = hasBody ? ['Trailer', 'X-T'] : [];
        const framing = how.isChunked ? trailer : ['Content-Length', String(size)];
        const all = [...fields.flat(), ...cookies.flatMap((cookie) => ['sEt-cookie', cookie]), ...framing];
        answer = (_, sent) => {
          sent.writeHead(status, reason, all);
          if (hasBody) for (const chunk of chunks) sent.write(chunk);
          if (hasBody && how.isChunked && how.trailers) sent.addTrailers([['X-t', 'ä']]);
          sent.end();
        };
        const request = { method: how.method, path: '/any?a=%20b' };
        const [without, with_] = [await exchange(direct, request), await exchange(proxied, request)];
        expect(with_).toEqual(without);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it('comes back with its compression unchanged, and in the requested range', async () => {
    const body = gzipSync('{"status":true}');
    answer = ({ headers }, sent) => {
      const fields = ['Content-Encoding', 'gzip', 'Content-Type', 'application/json'];
      sent.writeHead(headers.range ? 206 : 200, [...fields, 'Content-Length', String(body.length)]).end(body);
    };
    const fields = ['Accept-Encoding', 'gzip', 'Range', 'bytes=0-99'];
    const response = await exchange(proxied, { path: '/categories', fields });
    expect([response.status, response.body]).toEqual([206, body]);
  });

  it('follows no redirect', async () => {
    answer = (_, sent) => sent.writeHead(302, { Location: 'http://127.0.0.1:1/else' }).end();
    const { status, fields } = await exchange(proxied, { path: '/categories' });
    expect([status, fields.slice(0, 2)]).toEqual([302, ['Location', 'http://127.0.0.1:1/else']]);
  });

  it('is passed on while it comes: the head before the body, and each part before the next', async () => {
    let finish = (): void => undefined;
    answer = (_, sent) => {
      sent.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      finish = () => sent.end('data: 2\n\n');
    };
    const response = await fetch(`${proxied}/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    finish();
    expect(await response.text()).toBe('data: 2\n\n');
  });
});

describe('a request', () => {
  it('reaches the target with the same method, target, fields and bytes', async () => {
    answer = (_, sent) => sent.end();
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      path: fc.stringMatching(/^\/[A-Za-z0-9._~%!$&'()*+,;=:@/-]{0,20}(\?[A-Za-z0-9=&%./]{0,10})?$/),
      fields: own,
      body: fc.option(bytes, { nil: undefined }),
      isChunked: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, fields, body, isChunked }) => {
        const framing = isChunked
          ? ['Transfer-Encoding', 'chunked']
          : ['Content-Length', String(body?.length ?? 0)];
        const all = [...fields.flat(), ...(body ? framing : [])];
        await exchange(proxied, { method, path, fields: all, body });
        expect([got.method, got.target, got.body]).toEqual([method, path, body ?? Buffer.alloc(0)]);
        const sent = withoutConnection(['Host', new URL(direct).host, ...all]);
        expect(withoutConnection(got.fields)).toEqual(sent);
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('drops hop-by-hop fields and the fields that Connection names', async () => {
    answer = (_, sent) => sent.end();
    const ofConnection = [
      'Connection',
      'close, X-Hop',
      'X-Hop',
      '1',
      'Keep-Alive',
      'timeout=5',
      'TE',
      'gzip',
    ];
    const fields = [...ofConnection, 'Proxy-Authorization', 'Basic x', 'Upgrade', 'h2c', 'X-Kept', '1'];
    await exchange(proxied, { path: '/', fields });
    const { host } = new URL(direct);
    expect(withoutConnection(got.fields)).toEqual(['Host', host, 'X-Kept', '1']);
  });

  it('drops the fields that are for Drydock, and keeps other preferences', async () => {
    answer = (_, sent) => sent.end();
    const fields = ['X-Mock-Sandbox', 'qa', 'Prefer', 'respond-async, code=200', 'Prefer', 'dynamic=true'];
    await exchange(proxied, { path: '/elsewhere', fields });
    const { host } = new URL(direct);
    const expected = ['Host', host, 'Prefer', 'respond-async'];
    expect(withoutConnection(got.fields)).toEqual(expected);
  });

  it('goes below the path of the target, whose own path a client may use too', async () => {
    answer = (_, sent) => sent.end();
    const { origin } = (await proxyTo(`${direct}/api/v1/developer/`)).server;
    await exchange(origin, { path: '/categories' });
    expect(got.target).toBe('/api/v1/developer/categories');
    await exchange(origin, { path: '/api/v1/developer/categories?a=1' });
    expect(got.target).toBe('/api/v1/developer/categories?a=1');
  });
});

describeUnless(whyMissing('curl'), 'curl', () => {
  const curl = async (origin: string, ...args: string[]): Promise<string> => {
    const flags = ['--silent', '--show-error', '--noproxy', '*', '-D', '-', '-H', 'X-Case: 1', ...args];
    const { stdout } = await promisify(execFile)('curl', [...flags, `${origin}/categories`]);
    return stdout.replace(/^(Connection|Keep-Alive|Transfer-Encoding): .*\r\n/gim, '');
  };

  it.each([
    ['HTTP/1.0', ['--http1.0']],
    ['HTTP/1.1', ['--http1.1']],
    ['a chunked body', ['-H', 'Transfer-Encoding: chunked', '--data-binary', 'abc'.repeat(1000)]],
    ['100-continue', ['-H', 'Expect: 100-continue', '--data-binary', 'abc'.repeat(1000)]],
    ['HEAD', ['--head']],
  ])('sees the same with %s', async (_, args) => {
    answer = (request, sent) => {
      const text = `${request.method ?? ''} ${got.body.toString()}`;
      sent.setHeader('Content-Length', text.length).end(text);
    };
    const without = (await curl(direct, ...args)).replace('HTTP/1.0', 'HTTP/1.1');
    expect(await curl(proxied, ...args)).toBe(without);
  });

  it('gets an interim response of the target', async () => {
    answer = (_, sent) => {
      sent.writeEarlyHints({ link: '</style.css>; rel=preload' });
      sent.end('done');
    };
    expect(await curl(proxied)).toMatch(
      /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/style\.css>; rel=preload\r\n/,
    );
  });
});

describe('clients of all kinds', () => {
  it('openapi-fetch and axios see what the service answers', async () => {
    const mock = await startMock();
    const proxy = (await proxyTo(mock.url)).server;
    const headers = { Authorization: 'Bearer dk_test_clients' };
    const seen = await Promise.all(
      [mock.url, proxy.origin].map(async (baseUrl) => {
        const typed = await createClient<paths>({ baseUrl, headers }).GET('/categories');
        const { status, data } = await axios.get<unknown>(`${baseUrl}/categories`, { headers });
        return [typed.response.status, typed.data, status, data];
      }),
    );
    expect(seen[1]).toEqual(seen[0]);
  });

  it('order what they were offered, as a front-end does', async () => {
    const mock = await startMock();
    const proxy = (await proxyTo(mock.url)).server;
    const headers = { Authorization: 'Bearer dk_test_orders' };
    const client = createClient<paths>({ baseUrl: proxy.origin, headers });
    const rates = await client.POST('/get-shipping-rates', { body: rateExamples.domestic_residential });
    const order = await client.POST('/create-order', { body: { rate_id: rates.data?.data[0]?.id ?? '' } });
    const number = order.data?.data[0]?.tracking_number ?? '';
    const path = { tracking_number: number };
    const found = await client.GET('/orders/{tracking_number}', { params: { path } });
    expect(found.data?.data[0]).toEqual(order.data?.data[0]);
    expect(number).not.toBe('');
  });

  // Node's backlog is 511: beyond that a system may reset connections that are not accepted yet.
  it('are served, five hundred at the same time', async () => {
    answer = (_, sent) => sent.end('done');
    const patient = { limits: { headersTimeout: 120_000, requestTimeout: 120_000 } };
    const { origin } = (await proxyTo(direct, {}, patient)).server;
    const all = Array.from({ length: 500 }, () => exchange(origin, { path: '/categories' }));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});

describe('heads', () => {
  it.each([
    [undefined, 60_000, 200],
    [undefined, 70_000, 431],
    [200_000, 190_000, 200],
    [8192, 9000, 431],
  ])('of requests up to --max-head %s: %s bytes, %s', async (maxHead, size, status) => {
    const { server } = await proxyTo(direct, maxHead === undefined ? {} : { maxHead });
    const response = await exchange(server.origin, {
      path: '/categories',
      fields: ['X-Long', 'x'.repeat(size)],
    });
    expect(response.status).toBe(status);
  });

  it('of the target that are larger are told with the flag', async () => {
    const large = await startTarget((_request, response) =>
      response.setHeader('X-Long', 'x'.repeat(9000)).end(),
    );
    const { server } = await proxyTo(large.url, { maxHead: 8192 });
    const { status, body } = await exchange(server.origin, { path: '/categories' });
    expect([status, body.toString()]).toEqual([
      502,
      expect.stringContaining('larger than 8192 bytes (--max-head)'),
    ]);
  });
});
