/** Pages of another origin that send cookies, in front of a service that lets them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { RequestListener } from 'node:http';
import { launchBrowser, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { describeUnless } from '../testing/unless.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';

const envelope = '{"status":true,"message":"OK","data":[],"errors":[],"response_code":"200"}';

/** A service that lets pages of every origin send cookies, and its preflights ask for a header of its own. */
const lenient: RequestListener = ({ method, headers }, response) => {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  if (headers.origin !== undefined) response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Headers', 'x-own');
  response.setHeader('Vary', 'Origin');
  response.setHeader('Content-Type', 'application/json');
  response.writeHead(method === 'OPTIONS' ? 204 : 200).end(method === 'OPTIONS' ? undefined : envelope);
};

const origin = 'https://app.example.com';

async function asked(url: string, fields: readonly string[], method = 'GET', from = origin) {
  const answer = await exchange(url, { method, path: '/categories', fields: ['Origin', from, ...fields] });
  const named = Object.fromEntries(
    answer.fields.flatMap((name, index, all) =>
      index % 2 === 0 ? [[name.toLowerCase(), all[index + 1] ?? '']] : [],
    ),
  );
  return {
    status: answer.status,
    origin: named['access-control-allow-origin'],
    credentials: named['access-control-allow-credentials'],
    vary: named.vary,
    allowed: named['access-control-allow-headers'],
  };
}

const forced = ['X-Mock-Scenario', 'server-error'];
const withCookies = { origin, credentials: 'true', vary: 'Origin' };
const without = { origin: '*', credentials: undefined, vary: 'Origin' };

describe('a response that the target did not make', () => {
  it('lets a page send cookies once the target has let it', async () => {
    const { server } = await proxyTo((await startTarget(lenient)).url);
    expect(await asked(server.origin, forced)).toMatchObject({ status: 500, ...without });
    await asked(server.origin, []);
    expect(await asked(server.origin, forced)).toMatchObject({ status: 500, ...withCookies });
    expect(await asked(server.origin, forced, 'GET', 'https://b.example')).toMatchObject(without);
  });

  it('lets no page send cookies that the target does not let', async () => {
    const target = await startTarget((_, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*').end();
    });
    const { server } = await proxyTo(target.url);
    const page = 'http://localhost:3000';
    const known = { ...withCookies, origin: page };
    expect(await asked(server.origin, forced, 'GET', page)).toMatchObject(known);
    await asked(server.origin, [], 'GET', page);
    expect(await asked(server.origin, forced, 'GET', page)).toMatchObject(without);
  });

  it('is presented so too where the mock answers, and where the proxy does', async () => {
    const target = await startTarget(lenient);
    const [mocking, alone] = await Promise.all([
      proxyTo(target.url, { mockOn: ['unreachable'] }),
      proxyTo(target.url),
    ]);
    for (const { server } of [mocking, alone]) await asked(server.origin, []);
    target.server.closeAllConnections();
    await new Promise((resolve) => target.server.close(resolve));
    const key = ['Authorization', 'Bearer dk_test_a'];
    expect(await asked(mocking.server.origin, key)).toMatchObject({ status: 200, ...withCookies });
    expect(await asked(alone.server.origin, key)).toMatchObject({ status: 502, ...withCookies });
  });
});

describe('a preflight that names a header of Drydock', () => {
  const preflight = ['Access-Control-Request-Method', 'GET', 'Access-Control-Request-Headers'];

  it('allows what the target allows, and that header', async () => {
    const requested: unknown[] = [];
    const target = await startTarget((request, response) => {
      requested.push(request.headers['access-control-request-headers']);
      lenient(request, response);
    });
    const { server } = await proxyTo(target.url);
    expect(await asked(server.origin, [...preflight, 'x-mock-scenario,x-own'], 'OPTIONS')).toEqual({
      status: 204,
      ...withCookies,
      allowed: 'x-own, x-mock-scenario',
    });
    expect(requested).toEqual(['x-own']);
    expect(await asked(server.origin, forced)).toMatchObject(withCookies);
  });

  it('is answered without the target, and without cookies for pages of other machines', async () => {
    const { server } = await proxyTo('http://127.0.0.1:1');
    expect(await asked(server.origin, [...preflight, 'x-mock-scenario'], 'OPTIONS')).toMatchObject({
      status: 204,
      ...without,
    });
  });
});

describe('--cors', () => {
  it('lets pages of this machine and of allowed hosts send cookies, and no other', async () => {
    const target = await startTarget((_, response) => {
      response.setHeader('Content-Type', 'application/json').end(envelope);
    });
    const { server } = await proxyTo(target.url, { cors: true }, { allowHosts: ['app.example.com'] });
    const preflight = ['Access-Control-Request-Method', 'PUT'];
    for (const from of ['http://localhost:3000', 'http://127.0.0.1:5173', origin]) {
      expect(await asked(server.origin, [], 'GET', from)).toMatchObject({ ...withCookies, origin: from });
      const allowed = await asked(server.origin, preflight, 'OPTIONS', from);
      expect(allowed).toMatchObject({ status: 204, ...withCookies, origin: from });
    }
    expect(await asked(server.origin, [], 'GET', 'https://evil.example')).toMatchObject({
      origin: undefined,
      credentials: undefined,
    });
  });
});

describeUnless(whyNoBrowser, 'a page of another origin in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('sees forced, mocked and refused responses to requests with cookies', async () => {
    const target = await startTarget(lenient);
    const app = await startTarget((_, response) => {
      response.setHeader('Content-Type', 'text/html').end('<title>app</title>');
    });
    const { server } = await proxyTo(target.url, { mock: ['getOrder'] });
    const page = await browser.newPage();
    await page.goto(app.url);
    const statusOf = (path: string, headers: Record<string, string> = {}): Promise<number> =>
      page.evaluate(
        async ([url, fields]) => (await fetch(url, { credentials: 'include', headers: fields })).status,
        [server.origin + path, headers] as const,
      );
    expect(await statusOf('/categories')).toBe(200);
    expect(await statusOf('/categories', { 'X-Mock-Scenario': 'server-error' })).toBe(500);
    expect(await statusOf('/orders/unknown')).toBe(401);
    target.server.closeAllConnections();
    await new Promise((resolve) => target.server.close(resolve));
    expect(await statusOf('/categories')).toBe(502);
    await page.close();
  });
});
