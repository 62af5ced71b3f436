/** A page of another origin, or under another name of this machine, can do nothing in the browser of a developer. */
import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sendRaw, startMock } from '../../testing/mock-server.js';
import { attack, expectUntouched, port, server, startAttacked, token, withToken } from './testing/attack.js';

await startAttacked();

describe('DNS rebinding', () => {
  it.each([
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '169.254.169.254',
    '0.0.0.0',
    '127.0.0.1@evil.example',
    '[::2]',
    'localhost:4010,evil',
    'mock.test.evil',
  ])('is refused with 421 for the Host %j, even with the right token', async (host) => {
    for (const path of ['/scenarios', '/docs', '/', '/control-api.json', '/docs/openapi.json']) {
      const reply = await attack(path, { host, ...withToken });
      expect([path, reply.status]).toEqual([path, 421]);
      expect(reply.text).not.toContain('<');
    }
  });

  it.each([
    undefined,
    'localhost',
    `LOCALHOST:${port}`,
    'localhost.',
    'app.localhost:80',
    '127.9.9.9',
    `[::1]:${port}`,
    'mock.test',
    'Mock.Test:4010',
    '[fd00::1]',
  ])('does not affect the known Host %j', async (host) => {
    expect(
      (await attack('/scenarios', { ...(host === undefined ? {} : { host }), ...withToken })).status,
    ).toBe(200);
  });

  it('is refused with a sentence that says how the host can be allowed', async () => {
    const reply = await attack('/scenarios', { host: 'my-mock:4010', ...withToken });
    expect(JSON.parse(reply.text)).toMatchObject({
      title: 'Misdirected Request',
      detail:
        'This mock is not known as "my-mock"; start it with the option allowHosts my-mock if it should be.',
    });
  });

  it('is refused without any Host in HTTP/1.0', async () => {
    const reply = await sendRaw(
      server,
      `GET /__drydock/scenarios HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('is refused for an empty Host', async () => {
    const reply = await sendRaw(
      server,
      `GET /__drydock/scenarios HTTP/1.1\r\nHost:\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('is refused for two Host headers', async () => {
    const reply = await sendRaw(
      server,
      `GET /__drydock/scenarios HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 4(00|21) /);
  });

  it('does not affect probes and logos, which any host may request', async () => {
    for (const path of ['/health', '/ready', '/logos/padma.svg'])
      expect((await attack(path, { host: '10.1.2.3:4010' })).status).toBe(200);
  });
});

describe('a foreign page', () => {
  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3000',
    `https://localhost.evil.example:${port}`,
    'file://',
    `ftp://127.0.0.1:${port}`,
    'nonsense',
  ])('of origin %s gets a 403 everywhere', async (origin) => {
    for (const path of ['/scenarios', '/health', '/docs', '/events', '/control-api.json']) {
      const reply = await attack(path, { origin, ...withToken });
      expect([path, reply.status]).toEqual([path, 403]);
    }
  });

  it.each(['cross-site', 'same-site', 'else'])(
    'with Sec-Fetch-Site %s gets a 403 everywhere',
    async (site) => {
      for (const path of ['/scenarios', '/health', '/docs', '/docs/openapi.json', '/docs/assets/script.js']) {
        const reply = await attack(path, { 'sec-fetch-site': site, ...withToken });
        expect([path, reply.status]).toEqual([path, 403]);
      }
    },
  );

  it('can link to the page and the reference, but not frame, submit or call them', async () => {
    const navigation = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await attack('/', navigation)).status).not.toBe(403);
    expect((await attack('/docs', navigation)).status).not.toBe(403);
    expect((await attack('/docs', { ...navigation, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await attack('/docs', { ...navigation, 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
    expect((await attack('/', navigation, 'POST')).status).toBe(403);
    expect((await attack('/scenarios', { ...navigation, ...withToken })).status).toBe(403);
  });

  it('may show a logo', async () => {
    const reply = await attack('/logos/padma.svg', {
      origin: 'https://shop.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('gets no CORS headers, neither for a preflight nor with a response', async () => {
    const preflight = await attack(
      '/default-scenario',
      {
        origin: 'https://evil.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
      'OPTIONS',
    );
    expect(preflight.status).toBe(403);
    const good = await attack('/scenarios', { ...withToken, origin: `http://127.0.0.1:${port}` });
    expect(good.status).toBe(200);
    for (const { headers } of [preflight, good])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it("is distinguished from the mock's own page", async () => {
    const own = {
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      'sec-fetch-site': 'same-origin',
    };
    const headers = { ...own, ...withToken, 'content-type': 'application/json' };
    const reply = await attack('/sandboxes/own-page/scenario', headers, 'PUT', '{"scenario":"slow"}');
    expect(reply.status).toBe(200);
  });
});

describe('cross-site request forgery', () => {
  const forms = [
    ['application/x-www-form-urlencoded', 'scenario=status-500'],
    ['text/plain', '{"scenario":"status-500"}'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="scenario"\r\n\r\nflaky\r\n--x--\r\n',
    ],
    ['application/json, text/plain', '{"scenario":"status-500"}'],
    ['application/json; charset=utf-16', '{"scenario":"status-500"}'],
  ] as const;

  it.each(forms)('by a form of %s changes nothing', async (contentType, body) => {
    const asBrowser = {
      'content-type': contentType,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    };
    for (const path of ['/reset', '/keys', '/default-scenario'])
      expect((await attack(path, asBrowser, 'POST', body)).status).toBe(403);
    await expectUntouched();
  });

  it.each(forms)('%s is refused even with the token', async (contentType, body) => {
    const headers = { 'content-type': contentType, ...withToken };
    expect((await attack('/default-scenario', headers, 'PUT', body)).status).toBe(415);
    expect((await attack('/reset', headers, 'POST', body)).status).toBe(415);
    await expectUntouched();
  });

  it('without a media type is refused, compressed too', async () => {
    expect((await attack('/default-scenario', withToken, 'PUT', '{"scenario":"slow"}')).status).toBe(415);
    const zipped = { ...withToken, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await attack('/default-scenario', zipped, 'PUT', 'x')).status).toBe(415);
    await expectUntouched();
  });
});

describe('the allowlist of hosts', () => {
  it('includes the public address, also behind a proxy that rewrites Host', async () => {
    const proxied = await startMock({ publicUrl: 'https://mock.example.com/base' });
    const ask = (headers: OutgoingHttpHeaders) =>
      attack(
        '/scenarios',
        { authorization: `Bearer ${proxied.controlToken}`, ...headers },
        'GET',
        undefined,
        proxied,
      );
    expect((await ask({ host: 'mock.example.com' })).status).toBe(200);
    expect((await ask({ host: 'mock.example.com', origin: 'https://mock.example.com' })).status).toBe(200);
    expect((await ask({ origin: 'https://mock.example.com' })).status).toBe(200);
    expect((await ask({ origin: 'http://mock.example.com' })).status).toBe(403);
  });

  it('includes the bound address, but not every address of a mock that is bound to all', async () => {
    const open = await startMock({ host: '0.0.0.0' });
    const bearer = { authorization: `Bearer ${open.controlToken}` };
    expect(
      (await attack('/scenarios', { ...bearer, host: '192.168.1.5' }, 'GET', undefined, open)).status,
    ).toBe(421);
    expect(
      (await attack('/scenarios', { ...bearer, host: 'localhost' }, 'GET', undefined, open)).status,
    ).toBe(200);
  });

  it.each(['http://x', 'x:80', 'a b', '*', ''])('refuses %j at the start', async (host) => {
    await expect(startMock({ allowHosts: [host] })).rejects.toThrow(
      /must be a host name without scheme and port/,
    );
  });
});
