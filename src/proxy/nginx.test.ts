/** A service behind nginx, as it stands on a staging host: TLS, compression, redirects, cookies and WebSocket pass the proxy. */
import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { DrydockServer } from '../server/create-server.js';
import { launchBrowser, whyNoBrowser } from '../server/dashboard/testing/page-browser.js';
import { accepting, startNginx } from '../testing/programs/nginx.js';
import { freePort } from '../testing/redis-server.js';
import { testCertificates } from '../testing/tls/test-certificates.js';
import { describeUnless, itUnless, whyMissing } from '../testing/unless.js';
import { exchange, proxyTo, startTarget } from './testing/proxied.js';

const list = JSON.stringify({ status: true, message: 'OK', data: Array(200).fill({ name: 'Ünïcode' }) });

describeUnless(whyMissing('nginx'), 'a service behind nginx', () => {
  let nginx: ChildProcess;
  let staging: string;
  let server: DrydockServer;
  const chat = new WebSocketServer({ noServer: true });

  beforeAll(async () => {
    const [service, made, port] = [
      await startTarget((request, response) => {
        if (request.url === '/login')
          response.setHeader('Set-Cookie', 'session=s1; Domain=localhost; Secure; HttpOnly; Path=/');
        response.setHeader('Content-Type', 'application/json').end(list);
      }),
      await testCertificates(),
      await freePort(),
    ];
    service.server.on('upgrade', (request, socket, head) => {
      chat.handleUpgrade(request, socket, head, (ws) =>
        ws.on('message', (data: Buffer) => ws.send(`got ${data.toString()}`)),
      );
    });
    nginx = startNginx(`gzip on; gzip_types application/json; gzip_min_length 100;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  server {
    listen 127.0.0.1:${port} ssl;
    server_name localhost;
    ssl_certificate ${made.server.certFile}; ssl_certificate_key ${made.server.keyFile};
    location = /old { return 301 /categories?from=old; }
    location / {
      proxy_pass ${service.url}; proxy_http_version 1.1; proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
    }
  }`);
    staging = `https://localhost:${port}`;
    await accepting(port);
    server = (await proxyTo(staging, { ca: [made.authority.certFile], keepMessages: true })).server;
  });

  afterAll(() => {
    nginx.kill('SIGKILL');
    chat.close();
  });

  it('compresses as without the proxy', async () => {
    const fields = ['Accept-Encoding', 'gzip'];
    const { fields: got, body } = await exchange(server.origin, { path: '/categories', fields });
    expect(got).toEqual(expect.arrayContaining(['Content-Encoding', 'gzip']));
    expect(gunzipSync(body).toString()).toBe(list);
  });

  it('redirects, and sets cookies, for the address of the proxy', async () => {
    const redirect = await exchange(server.origin, { path: '/old' });
    expect([redirect.status, valueOf(redirect.fields, 'location')]).toEqual([
      301,
      `${server.origin}/categories?from=old`,
    ]);
    const login = await exchange(server.origin, { path: '/login' });
    expect(valueOf(login.fields, 'set-cookie')).toBe('session=s1; HttpOnly; Path=/');
  });

  it('speaks WebSocket, with messages that are kept', async () => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/chat`, {
      headers: { 'X-Mock-Sandbox': 'nginx' },
    });
    await once(socket, 'open');
    socket.send('ahoy');
    expect(String((await once(socket, 'message'))[0])).toBe('got ahoy');
    const [entry] = await server.mock().state.journal.list('nginx');
    expect(entry?.webSocket?.messages).toMatchObject([
      { from: 'client', text: 'ahoy' },
      { from: 'target', text: 'got ahoy' },
    ]);
    socket.terminate();
  });

  itUnless(whyMissing('python3'), 'is read by a client in Python', async () => {
    const program = `import json, urllib.request as r
with r.urlopen('${server.origin}/old') as a: print(a.status, a.url.split('/', 3)[3], len(json.load(a)['data']))
try: r.urlopen(r.Request('${server.origin}/api/v1/developer/categories', headers={'X-Mock-Scenario': 'server-error'}))
except r.HTTPError as e: print(e.code)`;
    const { stdout } = await promisify(execFile)('python3', ['-c', program], {
      env: { ...process.env, no_proxy: '*' },
    });
    expect(stdout.trim().split(/\r?\n/)).toEqual(['200 categories?from=old 200', '500']);
  });

  itUnless(whyNoBrowser, 'is used by a page in Chromium: fetch with its cookie, and WebSocket', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${server.origin}/login`);
      const seen = await page.evaluate(async (host) => {
        const { status } = await fetch('/api/v1/developer/categories', {
          headers: { 'X-Mock-Scenario': 'server-error' },
        });
        const socket = new globalThis.WebSocket(`ws://${host}/chat`);
        await new Promise((resolve) => socket.addEventListener('open', resolve));
        const message = new Promise((resolve) =>
          socket.addEventListener('message', ({ data }: { data: unknown }) => resolve(data)),
        );
        socket.send('from a page');
        return [status, await message];
      }, new URL(server.origin).host);
      expect(seen).toEqual([500, 'got from a page']);
      const [cookie] = await page.context().cookies();
      expect(cookie).toMatchObject({ name: 'session', value: 's1', domain: '127.0.0.1' });
    } finally {
      await browser.close();
    }
  });
});

function valueOf(fields: readonly string[], name: string): string | undefined {
  const index = fields.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name);
  return fields[index + 1];
}
