/** The two origins of a mock over real sockets: what each answers, and how a browser gets from one to the other. */
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServer } from '../../index.js';
import { sendRaw, startMock } from '../../testing/mock-server.js';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';

const server = await startMock({ controlPort: 0, allowHosts: ['mock.test'] });
const alone = await startMock();
const [service, control] = [server.port, server.control?.port ?? 0];
const [serviceOrigin, controlUrl] = [`http://127.0.0.1:${service}`, `http://127.0.0.1:${control}`];
const withToken = { authorization: `Bearer ${server.controlToken}` };

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** fetch would follow redirects, and not let us choose Host, Origin and Sec-Fetch-Site. */
function ask(port: number, path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, method, headers, agent: false };
    const sent = httpRequest(target, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      // A broken response closes without an end.
      response
        .on('error', () => undefined)
        .on('close', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
    });
    sent.on('error', reject).end();
  });
}

const navigation = { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe("the service's port", () => {
  it.each([
    ['/__drydock', {}, '/__drydock/'],
    ['/__drydock/', {}, '/__drydock/'],
    ['/__drydock/?a=1', {}, '/__drydock/?a=1'],
    ['/__drydock/docs', {}, '/__drydock/docs'],
    ['/__drydock/docs/openapi.json', {}, '/__drydock/docs/openapi.json'],
    ['/__drydock/sandboxes', navigation, '/__drydock/sandboxes'],
    ['/__drydock/sandboxes', { accept: 'text/html' }, '/__drydock/sandboxes'],
    ['/__drydock//evil.example', navigation, '/__drydock//evil.example'],
  ])('redirects %s with %j to the control origin', async (path, headers, target) => {
    const { status, headers: sent } = await ask(service, path, headers);
    expect([status, sent.location]).toEqual([302, controlUrl + target]);
    expect(sent['cache-control']).toBe('no-store');
  });

  it('redirects a browser that opens the root to the page', async () => {
    const { status, headers } = await ask(service, '/', navigation);
    expect([status, headers.location]).toEqual([302, '/__drydock/']);
    expect(headers['content-security-policy']).toBe('sandbox');
  });

  it('redirects to the host name of the request, and not at all for an unknown host name', async () => {
    const named = await ask(service, '/__drydock/', { host: `mock.test:${service}` });
    expect(named.headers.location).toBe(`http://mock.test:${control}/__drydock/`);
    const foreign = await ask(service, '/__drydock/', { host: `evil.example:${service}`, ...navigation });
    expect([foreign.status, foreign.headers.location]).toEqual([421, undefined]);
  });

  it('keeps health, readiness and logos, for browsers too', async () => {
    for (const path of ['/__drydock/health', '/__drydock/ready', '/__drydock/logos/padma.svg'])
      expect([path, (await ask(service, path, navigation)).status]).toEqual([path, 200]);
  });

  it('answers programs with the token, and without it 401', async () => {
    const answered = await ask(service, '/__drydock/sandboxes', withToken);
    expect([answered.status, JSON.parse(answered.text)]).toEqual([200, { sandboxes: [] }]);
    const html = { ...withToken, accept: 'text/html' };
    expect((await ask(service, '/__drydock/sandboxes', html)).status).toBe(200);
    expect((await ask(service, '/__drydock/sandboxes')).status).toBe(401);
  });

  it('explains how to get a page on a mock without one', async () => {
    expect(alone.control).toBeUndefined();
    for (const path of ['/__drydock/', '/__drydock/docs', '/__drydock/assets/index.js']) {
      const { status, headers, text } = await ask(alone.port, path, navigation);
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
      expect(text).toContain('createServer with the option controlPort');
    }
    expect((await ask(alone.port, '/__drydock/sandboxes', navigation)).status).toBe(401);
  });
});

describe('the control origin', () => {
  it.each([
    ['/__drydock/', 'text/html'],
    ['/__drydock/docs', 'text/html'],
    ['/__drydock/docs/control', 'text/html'],
    ['/__drydock/docs/openapi.json', 'application/json'],
    ['/__drydock/control-api.json', 'application/json'],
    ['/__drydock/health', 'application/json'],
    ['/__drydock/ready', 'application/json'],
  ])('serves %s as %s without a token', async (path, type) => {
    const { status, headers } = await ask(control, path);
    expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    // A page that opens this one keeps no hold of it.
    if (type === 'text/html') expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('answers the control API with the token only', async () => {
    expect((await ask(control, '/__drydock/sandboxes', withToken)).status).toBe(200);
    expect((await ask(control, '/__drydock/sandboxes')).status).toBe(401);
  });

  it.each([
    '/categories',
    '/api/v1/developer/categories',
    '/__drydock/logos/padma.svg',
    '/__drydockx',
    '/__drydock/../categories',
  ])('answers nothing of the service at %s, whatever a scenario says', async (path) => {
    const forced = { authorization: 'Bearer dk_test_a', 'x-mock-scenario': 'broken-html-error' };
    const { status, headers } = await ask(control, path, forced);
    expect([401, 404]).toContain(status);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['x-mock-scenario']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['a page of the service', 403, { origin: serviceOrigin }],
    ['a page of the service on the same site', 403, { 'sec-fetch-site': 'same-site' }],
    ['a sandboxed page', 403, { origin: 'null' }],
    ['a page of another site', 403, { origin: 'https://evil.example' }],
    ['a name that resolves here', 421, { host: 'evil.example' }],
    ['its own page', 200, { origin: controlUrl, 'sec-fetch-site': 'same-origin' }],
    ['a program', 200, {}],
  ])('answers %s that has the token with %i', async (_who, status, headers) => {
    expect((await ask(control, '/__drydock/sandboxes', { ...withToken, ...headers })).status).toBe(status);
  });

  it('gives no page of another origin a preflight, nor a reason in CORS', async () => {
    const preflight = { origin: `http://127.0.0.1:${service}`, 'access-control-request-method': 'GET' };
    for (const path of ['/__drydock/sandboxes', '/categories']) {
      const { headers } = await ask(control, path, preflight, 'OPTIONS');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const malformed = await sendRaw({ port: control }, 'NOT HTTP\r\n\r\n');
    expect(malformed).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json/);
    expect(malformed).not.toMatch(/access-control/i);
  });

  it('lets its pages load from itself, and ask nothing but the service besides', async () => {
    for (const path of ['/__drydock/', '/__drydock/docs']) {
      const policy = (await ask(control, path)).headers['content-security-policy'] ?? '';
      expect(policy).toContain(`connect-src 'self' http://127.0.0.1:${service};`);
      expect(policy).toContain("script-src 'self';");
    }
    expect((await ask(control, '/__drydock/', { host: `mock.test:${control}` })).text).toContain(
      `<meta name="drydock-service" content="http://mock.test:${service}"`,
    );
  });
});

describe('the script of a service worker', () => {
  const worker = { 'service-worker': 'script', ...withToken, 'x-mock-scenario': 'broken-html-error' };

  it.each([
    ["the service's port", '/categories'],
    ["the service's port", '/api/v1/developer/categories'],
    ["the service's port", '/__drydock/logos/padma.svg'],
    ["the service's port", '/__drydock/health'],
    ['the control origin', '/__drydock/sandboxes'],
    ['the control origin', '/__drydock/'],
  ])('is refused on %s at %s', async (where, path) => {
    const { status, text } = await ask(where === 'the control origin' ? control : service, path, worker);
    const said = JSON.parse(text) as { errors?: string[]; detail?: string };
    expect([status, said.errors?.[0] ?? said.detail]).toEqual([
      403,
      expect.stringMatching(/^No service worker may be registered from a mock\.?$/),
    ]);
  });
});

describe("a response on the service's port", () => {
  const scenarios = temporaryFolder();
  const changes = {
    'as-html': "answer: { status: 200, contentType: text/html, text: '<b>x</b>' }",
    'as-script': "answer: { status: 200, contentType: text/javascript, text: 'x' }",
    'html-with-json': 'headers: { set: { Content-Type: text/html } }',
    untyped: 'headers: { remove: [Content-Type] }',
    'two-types': "headers: { set: { Content-Type: 'application/json, text/html' } }",
    'near-json': "headers: { set: { Content-Type: 'text/html;json' } }",
    'own-policy':
      "headers: { set: { Content-Type: text/html, content-security-policy: 'sandbox allow-scripts', x-content-type-options: none } }",
    cut: 'headers: { set: { Content-Type: text/html } }\nfault: truncated-body',
  };
  for (const [name, change] of Object.entries(changes))
    writeFileSync(
      join(scenarios, `${name}.yaml`),
      `title: ${name}\nadvice: None.\nbreaksContract: true\n${change}\n`,
    );
  const withScenarios = startMock({ scenarios });
  const spec = temporaryFile(
    'pages.yaml',
    [
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:',
      '  /page: {get: {responses: {"200": {description: P, content: {text/html: {example: "<script>x</script>"}}}}}}',
    ].join('\n'),
  );
  const protection = ({ headers }: Reply) => [
    headers['content-security-policy'],
    headers['x-content-type-options'],
  ];

  it.each(Object.keys(changes))('is sandboxed and not sniffed under the scenario %s', async (name) => {
    const mock = await withScenarios;
    const key = { authorization: 'Bearer dk_test_a', 'x-mock-scenario': name };
    const policy = name === 'own-policy' ? 'sandbox allow-scripts, sandbox' : 'sandbox';
    expect(protection(await ask(mock.port, '/categories', key))).toEqual([policy, 'nosniff']);
  });

  it('is so under middleware of the caller too', async () => {
    const mock = await startMock({ scenarios, extend: () => undefined });
    const key = { authorization: 'Bearer dk_test_a', 'x-mock-scenario': 'own-policy' };
    expect(protection(await ask(mock.port, '/categories', key))).toEqual([
      'sandbox allow-scripts, sandbox',
      'nosniff',
    ]);
  });

  it("is so for a document's example, and for a logo", async () => {
    const mock = await startMock({ spec });
    const page = await ask(mock.port, '/page', { authorization: 'Bearer x' });
    expect([page.text, ...protection(page)]).toEqual(['<script>x</script>', 'sandbox', 'nosniff']);
    const [policy, sniffing] = protection(await ask(service, '/__drydock/logos/padma.svg'));
    expect([policy, sniffing]).toEqual([expect.stringMatching(/^sandbox; default-src 'none';/), 'nosniff']);
  });

  it('is plain JSON without these headers, and so are its errors', async () => {
    for (const key of ['dk_test_a', 'nobody']) {
      const reply = await ask(service, '/categories', { authorization: `Bearer ${key}` });
      expect(protection(reply)).toEqual([undefined, undefined]);
    }
  });

  it("is protected whatever it is under Drydock's prefix", async () => {
    for (const path of ['/__drydock/metrics', '/__drydock/sandboxes', '/__drydock/', '/__drydock/health'])
      expect([path, ...protection(await ask(service, path, withToken))]).toEqual([
        path,
        'sandbox',
        'nosniff',
      ]);
  });
});

describe('a control URL', () => {
  it('is the target of redirects, and the origin that the guard accepts', async () => {
    const mock = await startMock({
      ...{ controlPort: 0, publicUrl: 'https://mock.example.com' },
      controlUrl: 'https://control.example.com/base/',
    });
    const port = mock.control?.port ?? 0;
    expect(mock.control?.origin).toBe('https://control.example.com/base');
    const led = await ask(mock.port, '/__drydock/docs', { host: 'mock.example.com' });
    expect(led.headers.location).toBe('https://control.example.com/base/__drydock/docs');
    const { headers, text } = await ask(port, '/__drydock/', { host: 'control.example.com' });
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://mock.example.com;");
    expect(text).toContain('content="https://mock.example.com"');
    const from = (origin: string) =>
      ask(port, '/__drydock/sandboxes', { authorization: `Bearer ${mock.controlToken}`, origin });
    expect((await from('https://control.example.com')).status).toBe(200);
    expect((await from('https://mock.example.com')).status).toBe(403);
  });

  it.each([
    ['ftp://x', undefined, /^The option controlUrl must be an http or https address/],
    ['https://mock.test/a', 'https://mock.test/b', /^The control URL must be on another host or port/],
  ])('%j beside the public URL %j is refused', async (controlUrl, publicUrl, sentence) => {
    const refused = createServer({ port: 0, controlPort: 0, controlUrl, ...(publicUrl && { publicUrl }) });
    await expect(refused).rejects.toThrow(sentence);
  });
});
