/** Clients stay at the proxy: redirects, links and cookies of a target that names itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Browser } from 'playwright-core';
import { launchBrowser, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { describeUnless } from '../testing/unless.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';
import { AddressMapping } from './headers/address-mapping.js';

const own = 'http://127.0.0.1:4010';

describe('AddressMapping', () => {
  const mapping = new AddressMapping({ url: 'https://staging.example.com/api', prefix: '' });
  const mapped = (name: string, value: string, client = own): string =>
    mapping.response([name, value], client).fields[1] ?? '';

  it.each([
    ['Location', 'https://staging.example.com/api/home?next=/x', `${own}/api/home?next=/x`],
    ['Location', 'http://staging.example.com:80/api', `${own}/api`],
    ['Location', '//STAGING.example.com/api/', `${own}/api/`],
    ['Content-Location', 'https://staging.example.com:443/api/1', `${own}/api/1`],
    ['Refresh', '5; url=https://staging.example.com/api/a', `5; url=${own}/api/a`],
    ['Refresh', "0;URL='https://staging.example.com/api/a'", `0;URL='${own}/api/a'`],
    [
      'Link',
      '<https://staging.example.com/api/2>; rel=next, <https://cdn.example/x>; rel=icon, <https://staging.example.com/api>; rel=up',
      `<${own}/api/2>; rel=next, <https://cdn.example/x>; rel=icon, <${own}/api>; rel=up`,
    ],
  ])('leads %s: %s to the proxy', (name, value, expected) => {
    expect(mapped(name, value)).toBe(expected);
    expect(mapping.response([name, value], own).mapped).toEqual([name]);
  });

  it.each([
    ['Location', '/api/home'],
    ['Location', 'https://staging.example.com/elsewhere'],
    ['Location', 'https://staging.example.com/apis'],
    ['Location', 'https://staging.example.com.evil.example/api'],
    ['Location', 'https://staging.example.com:8443/api'],
    ['Location', 'https://login.example.com/?back=https://staging.example.com/api'],
    ['Link', '</a>; rel="https://staging.example.com/api"'],
    ['X-Other', 'https://staging.example.com/api'],
  ])('leaves %s: %s', (name, value) => {
    expect(mapping.response([name, value], own)).toEqual({ fields: [name, value], mapped: [] });
  });

  it.each([
    ['sid=1; Domain=.example.com; Path=/; Secure; HttpOnly; SameSite=None', 'sid=1; Path=/; HttpOnly'],
    ['sid=1; Path=/api/v2; SameSite=Lax; Partitioned', 'sid=1; Path=/; SameSite=Lax'],
    ['__Host-sid=a=b; Secure; Path=/', 'drydock__Host-sid=a=b; Path=/'],
    ['sid=1; Domain=other.example', 'sid=1; Domain=other.example'],
  ])('keeps the cookie %s for a loopback address', (value, expected) => {
    expect(mapped('Set-Cookie', value)).toBe(expected);
  });

  it('leaves Secure to clients that use https, and to those on other machines', () => {
    const value = '__Host-sid=1; Path=/; Secure';
    expect(mapped('Set-Cookie', value, 'https://localhost:4010')).toBe(value);
    expect(mapped('Set-Cookie', value, 'http://192.0.2.1:4010')).toBe(value);
  });

  it('takes time in proportion to a field', () => {
    const long = ' '.repeat(60_000);
    for (const one of [mapping, new AddressMapping({ url: 'https://staging.example.com/api', prefix: '/a' })])
      for (const name of ['Location', 'Refresh', 'Link', 'Set-Cookie'])
        expect(one.response([name, `<;=${long}<;${long}=x`], own).fields[1]).toContain('x');
    expect(mapping.request(['Cookie', `a;${long};${long}b`], own, true).mapped).toEqual([]);
  });
});

describe('AddressMapping behind a prefix', () => {
  const mapped = (url: string, name: string, value: string) =>
    new AddressMapping({ url, prefix: '/rates' }).response([name, value], own).fields[1];

  it.each([
    ['Location', 'https://rates.example.com/api/home', `${own}/rates/api/home`],
    ['Location', '/login?next=/api', '/rates/login?next=/api'],
    ['Location', 'login', 'login'],
    ['Location', '//cdn.example/x', '//cdn.example/x'],
    ['Location', 'https://rates.example.com/elsewhere', 'https://rates.example.com/elsewhere'],
    ['Refresh', '0; url=/api/a', '0; url=/rates/api/a'],
    ['Refresh', '0; url=https://rates.example.com/api/a', `0; url=${own}/rates/api/a`],
    [
      'Link',
      '</api/2>; rel=next, <https://cdn.example/x>',
      '</rates/api/2>; rel=next, <https://cdn.example/x>',
    ],
    ['Set-Cookie', 'sid=1; Path=/', 'sid=1; Path=/rates'],
    ['Set-Cookie', 'sid=1; Path=/admin', 'sid=1; Path=/rates/admin'],
    ['Set-Cookie', 'sid=1; Path=/api/v2', 'sid=1; Path=/rates'],
  ])('maps %s: %s', (name, value, expected) => {
    expect(mapped('https://rates.example.com/api', name, value)).toBe(expected);
  });

  it('leaves paths that the target has with the same prefix', () => {
    const url = 'https://example.com/rates';
    expect(mapped(url, 'Location', '/rates/login')).toBe('/rates/login');
    expect(mapped(url, 'Location', 'https://example.com/rates/login')).toBe(`${own}/rates/login`);
    expect(mapped(url, 'Set-Cookie', 'sid=1; Path=/rates')).toBe('sid=1; Path=/rates');
  });

  it('takes the prefix from the Referer', () => {
    const mapping = new AddressMapping({ url: 'https://rates.example.com', prefix: '/rates' });
    const referer = (value: string) => mapping.request(['Referer', value], own, true).fields[1];
    expect(referer(`${own}/rates/page?a=1`)).toBe('https://rates.example.com/page?a=1');
    expect(referer(`${own}/ratesheet`)).toBe('https://rates.example.com/ratesheet');
    expect(referer('https://other.example/rates/x')).toBe('https://other.example/rates/x');
  });
});

interface Seen {
  headers: IncomingHttpHeaders;
}

async function chatty(): Promise<{ url: string; host: string; seen: Seen }> {
  const seen: Seen = { headers: {} };
  const target = await startTarget((request, response) => {
    seen.headers = request.headers;
    response.writeHead(302, [
      ...['Location', `${target.url}/home`],
      ...['Set-Cookie', '__Host-sid=secret-value-1; Path=/; Secure; SameSite=None'],
      ...['Set-Cookie', 'theme=dark; Path=/'],
    ]);
    response.end();
  });
  return { url: target.url, host: new URL(target.url).host, seen };
}

describe('a proxy', () => {
  it('maps both ways, and its journal names the fields', async () => {
    const target = await chatty();
    const { server } = await proxyTo(target.url);
    const fields = [
      ...['Origin', server.origin, 'Referer', `${server.origin}/login?x=1`],
      ...['Cookie', 'a=1; drydock__Host-sid=secret-value-1'],
    ];
    const response = await exchange(server.origin, { path: '/login', fields });
    expect(response.fields.slice(0, 6)).toEqual([
      ...['Location', `${server.origin}/home`],
      ...['Set-Cookie', 'drydock__Host-sid=secret-value-1; Path=/'],
      ...['Set-Cookie', 'theme=dark; Path=/'],
    ]);
    expect(target.seen.headers).toMatchObject({
      host: target.host,
      origin: target.url,
      referer: `${target.url}/login?x=1`,
      cookie: 'a=1; __Host-sid=secret-value-1',
    });
    expect(target.seen.headers).not.toHaveProperty('via');
    const journal = await fetch(`${server.origin}/__drydock/sandboxes/public/requests`, {
      headers: { Authorization: `Bearer ${server.controlToken}` },
    });
    const text = await journal.text();
    expect(JSON.parse(text)).toMatchObject({
      requests: [
        {
          mapped: [
            'request Origin',
            'request Referer',
            'request Cookie',
            'response Location',
            'response Set-Cookie',
          ],
          response: { headers: { Location: `${server.origin}/home` } },
        },
      ],
    });
    expect(text).not.toContain('secret-value-1');
  });

  it('leaves the Origin of other pages', async () => {
    const target = await chatty();
    const { server } = await proxyTo(target.url);
    await exchange(server.origin, { path: '/', fields: ['Origin', 'http://localhost:3000'] });
    expect(target.seen.headers.origin).toBe('http://localhost:3000');
  });

  it('leaves everything with --rewrite off, and names itself with --via', async () => {
    const target = await chatty();
    const { server } = await proxyTo(target.url, { rewrite: 'off', via: true });
    const response = await exchange(server.origin, { path: '/', fields: ['Origin', server.origin] });
    expect(response.fields.slice(0, 4)).toEqual([
      ...['Location', `${target.url}/home`],
      ...['Set-Cookie', '__Host-sid=secret-value-1; Path=/; Secure; SameSite=None'],
    ]);
    expect(target.seen.headers).toMatchObject({ origin: server.origin, via: '1.1 drydock' });
  });

  it("gives the target the client's Host and Origin with --host-header client", async () => {
    const target = await chatty();
    const { server } = await proxyTo(target.url, { hostHeader: 'client' });
    const { host } = new URL(server.origin);
    await exchange(server.origin, { path: '/', fields: ['Origin', server.origin] });
    expect(target.seen.headers).toMatchObject({ host, origin: server.origin });
  });
});

/** A service with a login, which refuses forms that do not come from its own pages. */
function loginService(url: () => string): RequestListener {
  return (request, response) => {
    const { cookie = '', origin, host } = request.headers;
    request.resume();
    if (request.method === 'POST') {
      const isOwn = origin === url() && `http://${host ?? ''}` === url();
      response.writeHead(isOwn ? 303 : 403, [
        ...['Location', `${url()}/home`],
        ...['Set-Cookie', '__Host-session=s1; Path=/; Secure; HttpOnly; SameSite=None'],
      ]);
      response.end();
    } else if (request.url === '/login') {
      response.setHeader('Content-Type', 'text/html');
      response.end('<form method=post action=/session><button>Sign in</button></form>');
    } else {
      const isKnown = cookie.includes('__Host-session=s1');
      response.setHeader('Content-Type', 'text/html');
      response.end(isKnown ? '<h1>Welcome</h1>' : '<h1>Who are you?</h1>');
    }
  };
}

describeUnless(whyNoBrowser, 'a login in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('stays at the proxy with its cookie, and the page sees a forced 500', async () => {
    let url = '';
    const target = await startTarget(loginService(() => url));
    url = target.url;
    const { server } = await proxyTo(url);
    const page = await browser.newPage();
    await page.goto(`${server.origin}/login`);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(page.url()).toBe(`${server.origin}/home`);
    const statusOf = (headers: Record<string, string>): Promise<number> =>
      page.evaluate(
        async (fields) => (await fetch('/categories', { credentials: 'include', headers: fields })).status,
        headers,
      );
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ 'X-Mock-Scenario': 'server-error' })).toBe(500);
    await page.close();
  });
});
