import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import express, { type Express } from 'express';
import request from 'supertest';
import { packageFile } from '../../contract/package-root.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { referenceRouter, servedPage, type ReferencePage } from './reference-router.js';

/** The page as the build leaves it, in short; the built one is tested in Chromium. */
const folder = temporaryFolder();
const built = readFileSync(packageFile('src', 'dashboard', 'reference.html'), 'utf8').replace(
  './reference/main.tsx',
  './assets/reference-1a2b3c4d.js',
);
writeFileSync(join(folder, 'reference.html'), built);

const further: ReferencePage = {
  ...{ path: 'docs/other', url: 'other.json', title: () => 'The <other>' },
  document: () => ({ openapi: '3.1.0' }),
};

function appWith(document: unknown, title = 'Title', others: ReferencePage[] = [], from = folder): Express {
  const served = { ...servedPage, document: () => document, title: () => title };
  return express().use('/__drydock', referenceRouter([served, ...others], from));
}

/** The settings as the page's script reads them. */
function settingsOf(html: string): Record<string, unknown> {
  const attribute = /name="drydock-reference" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const decoded = attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  return JSON.parse(decoded) as Record<string, unknown>;
}

describe('the reference page', () => {
  it('is HTML under the policy of the dashboard', async () => {
    const page = await request(appWith({})).get('/__drydock/docs');
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe|data:/);
  });

  it('offers only this host, and fills in the key', async () => {
    const page = await request(appWith({ servers: [{ url: 'https://api.test/v1' }] })).get('/__drydock/docs');
    expect(settingsOf(page.text)).toEqual({
      ...{ title: 'Title', documentUrl: 'docs/openapi.json', home: './', pages: [] },
      ...{ servers: [{ url: '/v1' }], key: 'dk_test_demo' },
    });
    expect(page.text).toContain('src="./assets/reference-1a2b3c4d.js"');
  });

  it('shows hostile text as plain text', async () => {
    const hostile = `</title><script>alert(1)</script>"'&quot;,"key":"other" DOCUMENT_URL $&`;
    const document = { servers: [{ url: '/', description: hostile }] };
    const page = await request(appWith(document, hostile)).get('/__drydock/docs');
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)');
    expect(settingsOf(page.text)).toMatchObject({
      title: hostile,
      servers: [{ description: hostile }],
      key: 'dk_test_demo',
    });
  });

  it.each([null, 'text', []])('is shown for the document %j', async (document) => {
    expect((await request(appWith(document)).get('/__drydock/docs')).status).toBe(200);
  });

  it('says that it was not built, and is served once it is', async () => {
    const late = temporaryFolder();
    const app = appWith({}, 'Title', [], late);
    const missing = await request(app).get('/__drydock/docs');
    expect([missing.status, missing.type]).toEqual([503, 'text/plain']);
    expect(missing.text).toContain('was not built: run `npm run build`');
    writeFileSync(join(late, 'reference.html'), built);
    expect((await request(app).get('/__drydock/docs')).status).toBe(200);
  });
});

describe('a further document', () => {
  it('has its own page without a key of the mock, and the pages link to each other', async () => {
    const app = appWith({}, 'The first', [further]);
    const [first, other] = await Promise.all(
      ['docs', 'docs/other'].map((path) => request(app).get(`/__drydock/${path}`)),
    );
    expect(settingsOf(first?.text ?? '').pages).toEqual([
      { title: 'The first', href: 'docs', current: true },
      { title: 'The <other>', href: 'docs/other', current: false },
    ]);
    const settings = settingsOf(other?.text ?? '');
    expect(settings).toMatchObject({ documentUrl: '../other.json', home: '../' });
    expect(settings).not.toHaveProperty('key');
    expect(other?.text).toContain('src="./../assets/reference-1a2b3c4d.js"');
    expect((await request(app).get('/__drydock/other.json')).body).toEqual({ openapi: '3.1.0' });
  });
});

describe('the document of the reference', () => {
  it('is the current one', async () => {
    let document: unknown = { openapi: '3.1.0' };
    const served = { ...servedPage, document: () => document, title: () => '' };
    const app = express().use(referenceRouter([served], folder));
    expect((await request(app).get('/docs/openapi.json')).body).toEqual({ openapi: '3.1.0' });
    document = { openapi: '3.0.3' };
    const reloaded = await request(app).get('/docs/openapi.json');
    expect(reloaded.body).toEqual({ openapi: '3.0.3' });
    expect([reloaded.type, reloaded.headers['cache-control']]).toEqual(['application/json', 'no-cache']);
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const)('goes to a client that takes %j in the coding %j', async (accepted, coding, decoded) => {
    const document = { openapi: '3.1.0', text: 'x'.repeat(2000) };
    const app = appWith(document);
    // Supertest would decode it.
    const server = app.listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { get } = await import('node:http');
    for (let time = 0; time < 2; time += 1) {
      const chunks: Buffer[] = [];
      const response = await new Promise<import('node:http').IncomingMessage>((resolve) =>
        get(
          { port, path: '/__drydock/docs/openapi.json', headers: { 'Accept-Encoding': accepted } },
          resolve,
        ),
      );
      for await (const chunk of response) chunks.push(chunk as Buffer);
      expect([response.headers['content-encoding'], response.headers.vary]).toEqual([
        coding,
        'Accept-Encoding',
      ]);
      expect(JSON.parse(decoded(Buffer.concat(chunks)).toString())).toEqual(document);
    }
    await new Promise((resolve) => server.close(resolve));
  });

  it('leaves other paths and methods to the next handler', async () => {
    const app = appWith({});
    for (const path of [
      'docs/',
      'Docs',
      'docs/other.js',
      'docs/reference.html',
      'docs/..%2f..%2fpackage.json',
    ])
      expect((await request(app).get(`/__drydock/${path}`)).status).toBe(404);
    expect((await request(app).post('/__drydock/docs')).status).toBe(404);
  });
});
