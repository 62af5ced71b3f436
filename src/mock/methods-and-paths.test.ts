import { describe, expect, it } from 'vitest';
import request from 'supertest';
import { send, sendRaw, startMock } from '../testing/mock-server.js';
import { rateRequest } from '../testing/rate-requests.js';

const server = await startMock();
const key = { Authorization: 'Bearer dk_test_tests' };
const get = (path: string, headers: Record<string, string> = key) =>
  fetch(server.origin + path, { headers, redirect: 'manual' });

describe('base paths', () => {
  it('serve the same operations under the prefix and at the root', async () => {
    const [prefixed, plain] = await Promise.all([get('/api/v1/developer/categories'), get('/categories')]);
    expect(await plain.text()).toBe(await prefixed.text());
    expect(plain.status).toBe(200);
  });

  it.each([
    '/api/v1/categories',
    '/api/v1/developer',
    '/developer/categories',
    '/Categories',
    '/categories/',
    '//categories',
    '/categories%2F',
    '/categories/.',
    '/',
  ])('serve nothing at %s', async (path) => {
    const response = await sendRaw(
      server,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dk_test_a\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 404 .*"response_code":"404"/s);
  });

  it('ignore the query of an operation without query parameters', async () => {
    expect((await get('/categories?page=2&page=3&%zz')).status).toBe(200);
  });

  it('answer 404 for an order number that can not be decoded or decodes to odd text', async () => {
    for (const number of [
      '%zz',
      '%',
      '%00',
      '%0a%1b',
      '..%2f..%2fcategories',
      'x'.repeat(8000),
      '%F0%9F%9A%A2',
    ]) {
      const response = await get(`/orders/${number}`);
      expect([number, response.status]).toEqual([number, 404]);
    }
  });
});

describe('HEAD', () => {
  it('answers as GET does, with the same Content-Length and no body', async () => {
    const [head, full] = await Promise.all([
      fetch(`${server.url}/categories`, { method: 'HEAD', headers: key }),
      get('/categories'),
    ]);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'access-control-allow-origin'])
      expect([name, head.headers.get(name)]).toEqual([name, full.headers.get(name)]);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('is refused as GET is, and gets 405 where there is no GET', async () => {
    expect((await fetch(`${server.url}/categories`, { method: 'HEAD' })).status).toBe(401);
    expect((await fetch(`${server.url}/create-order`, { method: 'HEAD', headers: key })).status).toBe(405);
  });
});

describe('OPTIONS', () => {
  it('with a key and no Origin lists the methods', async () => {
    const response = await fetch(`${server.url}/categories`, { method: 'OPTIONS', headers: key });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await fetch(`${server.url}/categories`, { method: 'OPTIONS' })).status).toBe(401);
  });

  it('as a preflight needs neither a key nor a known path', async () => {
    for (const path of ['/create-order', '/no-such-path']) {
      const response = await fetch(server.url + path, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://shop.example',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization, x-mock-scenario, x-of-their-own, bad name',
          'Access-Control-Request-Private-Network': 'true',
        },
      });
      expect([response.status, await response.text()]).toEqual([204, '']);
      const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
      expect(allowed).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'x-mock-scenario',
          'prefer',
          'x-of-their-own',
        ]),
      );
      expect(allowed).not.toContain('bad name');
      expect(response.headers.get('access-control-allow-methods')).toContain('POST');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-private-network')).toBe('true');
    }
  });
});

describe('CORS', () => {
  it.each([
    [200, 'GET', '/categories', key, undefined],
    [401, 'GET', '/categories', {}, undefined],
    [404, 'GET', '/no', key, undefined],
    [405, 'PUT', '/categories', key, undefined],
    [415, 'POST', '/create-order', { ...key, 'Content-Type': 'text/plain' }, '{}'],
    [400, 'POST', '/create-order', { ...key, 'Content-Type': 'application/json' }, '{'],
    [500, 'GET', '/categories', { ...key, 'X-Mock-Scenario': 'status-500' }, undefined],
  ] as [number, string, string, Record<string, string>, string | undefined][])(
    'is on a %i',
    async (status, method, path, headers, body) => {
      const response = await send(server, method, path, {
        headers: { ...headers, Origin: 'https://shop.example' },
        ...(body === undefined ? {} : { body }),
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      const exposed = response.headers.get('access-control-expose-headers') ?? '';
      for (const name of ['Retry-After', 'RateLimit', 'RateLimit-Policy']) expect(exposed).toContain(name);
    },
  );
});

it('GET / redirects a browser to the page, and not a client that accepts JSON', async () => {
  const page = await get('/', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/__drydock/']);
  expect((await get('/', { Accept: 'application/json' })).status).toBe(401);
});

it('health and readiness answer without a key', async () => {
  await request(server.origin).get('/__drydock/health').expect(200);
  await request(server.origin).get('/__drydock/ready').expect(200);
});

it('every courier has an SVG logo at the address that the client used, without a key', async () => {
  const logos = new Set<string>();
  for (const change of [
    {},
    { weight: 900, weight_unit: 'KG' },
    { receiver: { ...(rateRequest().receiver as object), country_code: 'BD' } },
  ]) {
    const response = await send(server, 'POST', '/get-shipping-rates', {
      body: JSON.stringify(rateRequest(change)),
    });
    for (const { logo } of response.json.data) logos.add(String(logo));
  }
  expect(logos.size).toBeGreaterThan(4);
  for (const logo of logos) {
    expect(new URL(logo).origin).toBe(server.origin);
    const response = await fetch(logo);
    expect([logo, response.status, response.headers.get('content-type')]).toEqual([
      logo,
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  }
  expect((await get('/__drydock/logos/nobody.svg')).status).toBe(404);
});

it('absolute URLs take the host of the Host header, unless it is not a host', async () => {
  const body = JSON.stringify(rateRequest());
  const logoFor = async (host: string) => {
    const head = `POST /get-shipping-rates HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer dk_test_a\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    return /"logo":"([^"]*)\/__drydock/.exec(await sendRaw(server, head + body))?.[1];
  };
  expect(await logoFor('mock.test:8080')).toBe('http://mock.test:8080');
  expect(await logoFor('[::1]:80')).toBe('http://[::1]:80');
  for (const odd of ['a/b', 'a"b', 'user@host', '<script>']) expect(await logoFor(odd)).toBe(server.origin);
});
