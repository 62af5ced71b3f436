/** Attacks on Drydock's own addresses, over a real socket, as a browser or a stranger would send them. */
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sendRaw, startMock } from '../../testing/mock-server.js';
import type { DrydockServer } from '../../server/create-server.js';
import { loadControlContract } from '../control-contract.js';

const server = await startMock({ allowHosts: ['mock.test', '[fd00::1]'] });
const { port, controlToken: token } = server;
const withToken = { authorization: `Bearer ${token}` };
const { operations } = await loadControlContract();

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** fetch would not let us forge Host, Origin and Sec-Fetch-Site; this does. */
function attack(
  path: string,
  headers: OutgoingHttpHeaders,
  method = 'GET',
  body?: string | Buffer,
  to: DrydockServer = server,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const target = {
      host: '127.0.0.1',
      port: to.port,
      path: `/__drydock${path}`,
      method,
      headers,
      agent: false,
    };
    const sent = httpRequest(target, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The control API is untouched: nothing has a scenario, no key was issued. */
async function expectUntouched(): Promise<void> {
  const defaults = await attack('/default-scenario', withToken);
  expect(JSON.parse(defaults.text)).toEqual({ scenario: null });
  expect(JSON.parse((await attack('/keys', withToken)).text)).toMatchObject({ keys: [] });
}

/** Every operation behind the token, as a request. */
const guarded = operations
  .filter(({ security }) => security.length > 0)
  .map(({ id, method, path }) => ({
    id,
    method: method.toUpperCase(),
    path: path.replace('{name}', 'demo').replace('{id}', '1'),
  }));

describe('the control API without its token', () => {
  it.each(guarded)('refuses $method $path with 401', async ({ method, path }) => {
    const reply = await attack(path, {}, method);
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="drydock control"');
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it.each([
    ['a wrong one', `Bearer ${'A'.repeat(43)}`],
    ['all but its last character', `Bearer ${token.slice(0, -1)}`],
    ['one character more', `Bearer ${token}A`],
    ['the other case', `Bearer ${token.toLowerCase()}`],
    ['none', 'Bearer '],
    ['another scheme', `Basic ${Buffer.from(`user:${token}`).toString('base64')}`],
    ['a key of the mock', 'Bearer dk_test_demo'],
    ['two', `Bearer ${token} ${token}`],
  ])('refuses the token %s with 401', async (_what, authorization) => {
    expect((await attack('/scenarios', { authorization })).status).toBe(401);
  });

  it('accepts no text in place of the token', async () => {
    const visible = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(visible, async (guess) => {
        expect((await attack('/scenarios', { authorization: `Bearer ${guess}` })).status).toBe(401);
      }),
      { numRuns: 50 },
    );
  });

  it('can not be reached by paths that are spelt differently', async () => {
    const paths = [
      '/KEYS',
      '/keys/',
      '//keys',
      '/logos/../keys',
      '/logos/..%2fkeys',
      '/docs/../keys',
      '/./keys',
      '/keys;a',
      '/keys%00',
      '/health/../keys',
    ];
    for (const path of paths) expect([path, (await attack(path, {})).status]).toEqual([path, 401]);
  });

  it('can not be reached by a method in another header', async () => {
    const reply = await attack('/health', {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/__drydock/keys',
    });
    expect(JSON.parse(reply.text)).toEqual({ status: 'ok' });
  });
});

describe('a token in the address', () => {
  it.each([
    ['/scenarios?token=SECRET', {}],
    ['/scenarios?access_token=SECRET', {}],
    ['/scenarios?control_token=x', withToken],
    ['/events?anything=SECRET', {}],
    ['/events?token=SECRET', withToken],
  ])('is refused in %s, though it is right', async (path, headers) => {
    const reply = await attack(path.replace('SECRET', token), headers);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('ends up in logs and histories');
    expect(reply.text).not.toContain(token);
  });
});

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
      detail: 'This mock is not known as "my-mock"; start it with --allow-host my-mock if it should be.',
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
    expect(reply.headers['access-control-allow-origin']).toBe('*');
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
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
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

describe('bodies for the control API', () => {
  const json = { ...withToken, 'content-type': 'application/json' };

  it('over 256 KiB are refused, announced or not', async () => {
    const large = `{"scenario":"${'x'.repeat(262_144)}"}`;
    expect((await attack('/default-scenario', json, 'PUT', large)).status).toBe(413);
    expect(
      (await attack('/default-scenario', { ...json, 'transfer-encoding': 'chunked' }, 'PUT', large)).status,
    ).toBe(413);
  });

  it.each(['{', '', '"', '{"scenario":"slow"', '\xff'])(
    'that are not JSON (%j) are refused with 400',
    async (body) => {
      expect((await attack('/default-scenario', json, 'PUT', Buffer.from(body, 'latin1'))).status).toBe(400);
    },
  );

  it('that are nested too deep, or that would pollute prototypes, are refused', async () => {
    const deep = `{"scenario":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await attack('/default-scenario', json, 'PUT', deep)).status).toBe(400);
    const polluting =
      '{"scenario":"normal","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    expect((await attack('/default-scenario', json, 'PUT', polluting)).status).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('the control token', () => {
  it('is random for each run, and appears in no response', async () => {
    const other = await startMock();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(other.controlToken).not.toBe(token);
    expect((await attack('/scenarios', withToken, 'GET', undefined, other)).status).toBe(401);
    for (const path of ['/metrics', '/sandboxes', '/keys', '/docs', '/control-api.json'])
      expect((await attack(path, withToken)).text).not.toContain(token);
  });

  it('can be chosen, within reason', async () => {
    const chosen = await startMock({ controlToken: 'correct horse'.replace(' ', '-') });
    expect(
      (await attack('/scenarios', { authorization: 'bearer correct-horse' }, 'GET', undefined, chosen))
        .status,
    ).toBe(200);
    for (const controlToken of ['', 'short', 'with space in it', 'tökentöken', 'x'.repeat(513)])
      await expect(startMock({ controlToken })).rejects.toThrow(/^The option controlToken must be 8 to 512/);
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
