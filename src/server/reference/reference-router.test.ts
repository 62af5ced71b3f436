import { execFileSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import request from 'supertest';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { referenceRouter } from './reference-router.js';

const copyReference = fileURLToPath(new URL('../../build/copy-reference.mjs', import.meta.url));
const build = (folder: string) => execFileSync(process.execPath, [copyReference, folder]);
const built = temporaryFolder();
let assets: string[];

beforeAll(async () => {
  build(built);
  assets = (await readdir(join(built, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name));
});

const bearer = { components: { securitySchemes: { theKey: { type: 'http', scheme: 'Bearer' } } } };

function appWith(document: unknown, title = 'Title', folder = built): Express {
  return express().use(
    '/__drydock',
    referenceRouter({ document: () => document, title: () => title, folder }),
  );
}

/** The settings as the page's script reads them. */
function settingsOf(html: string): unknown {
  const attribute = /data-settings="([^"]*)"/.exec(html)?.[1] ?? '';
  const decoded = attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  return JSON.parse(decoded);
}

describe('the reference page', () => {
  it('is HTML under a policy that allows this host and nothing inline', async () => {
    const page = await request(appWith(bearer)).get('/__drydock/docs');
    expect(page.status).toBe(200);
    expect(page.type).toBe('text/html');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
  });

  it('offers only this host, and fills in the key', async () => {
    const page = await request(appWith(bearer)).get('/__drydock/docs');
    expect(settingsOf(page.text)).toEqual({
      documentUrl: 'docs/openapi.json',
      servers: [{ url: '/' }],
      bearerSchemes: ['theKey'],
      key: 'dk_test_demo',
    });
  });

  it('names only files that it serves', async () => {
    const app = appWith(bearer);
    const page = await request(app).get('/__drydock/docs');
    const files = [...page.text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path!);
    expect(new Set(files).size).toBe(5);
    for (const file of files) expect((await request(app).get(`/__drydock/${file}`)).status).toBe(200);
  });

  it('shows hostile text as plain text', async () => {
    const hostile = `</title><script>alert(1)</script>"'&quot;,"key":"other"`;
    const document = {
      servers: [{ url: '/', description: hostile }],
      components: { securitySchemes: { [hostile]: { type: 'http', scheme: 'bearer' } } },
    };
    const page = await request(appWith(document, hostile)).get('/__drydock/docs');
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)');
    expect(settingsOf(page.text)).toMatchObject({
      servers: [{ description: hostile }],
      bearerSchemes: [hostile],
      key: 'dk_test_demo',
    });
  });

  it.each([null, 'text', [], { components: { securitySchemes: [null, 1] } }])(
    'is shown for the document %j',
    async (document) => {
      expect((await request(appWith(document)).get('/__drydock/docs')).status).toBe(200);
    },
  );

  it('says that it was not built, and is served once it is', async () => {
    const late = join(built, 'late');
    await mkdir(late);
    const app = appWith(bearer, 'Title', late);
    const missing = await request(app).get('/__drydock/docs');
    expect(missing.status).toBe(503);
    expect(missing.type).toBe('text/plain');
    expect(missing.text).toContain('was not built: run `npm run build`');
    build(late);
    expect((await request(app).get('/__drydock/docs')).status).toBe(200);
  });
});

describe('a further document', () => {
  const further = [{ title: 'The <other>', slug: 'other', url: 'other.json', document: () => bearer }];
  const withFurther = () =>
    express().use(
      '/__drydock',
      referenceRouter({ document: () => bearer, title: () => 'The first', further, folder: built }),
    );

  it('has its own page, and the pages link to each other', async () => {
    const app = withFurther();
    const [first, other] = await Promise.all(
      ['docs', 'docs/other'].map((path) => request(app).get(`/__drydock/${path}`)),
    );
    expect(first?.text).toContain(
      '<a href="docs" aria-current="page">The first</a> <a href="docs/other">The &lt;other&gt;</a>',
    );
    expect(other?.text).toContain(
      '<a href="../docs">The first</a> <a href="../docs/other" aria-current="page">',
    );
    expect(settingsOf(other?.text ?? '')).toMatchObject({ documentUrl: '../other.json' });
    expect(other?.headers['content-security-policy']).toBe(first?.headers['content-security-policy']);
    const script = /<script defer src="([^"]+)"/.exec(other?.text ?? '')?.[1] ?? '';
    expect((await request(app).get(new URL(script, 'http://a/__drydock/docs/other').pathname)).status).toBe(
      200,
    );
  });

  it('starts without a key of the mock', async () => {
    const page = await request(withFurther()).get('/__drydock/docs/other');
    const settings = settingsOf(page.text);
    expect(settings).toMatchObject({ bearerSchemes: ['theKey'] });
    expect(settings).not.toHaveProperty('key');
  });
});

describe('the files of the reference', () => {
  it('include the current document', async () => {
    let document: unknown = { openapi: '3.1.0' };
    const app = express().use(referenceRouter({ document: () => document, title: () => '', folder: built }));
    expect((await request(app).get('/docs/openapi.json')).body).toEqual({ openapi: '3.1.0' });
    document = { openapi: '3.0.3' };
    const reloaded = await request(app).get('/docs/openapi.json');
    expect(reloaded.body).toEqual({ openapi: '3.0.3' });
    expect(reloaded.type).toBe('application/json');
    expect(reloaded.headers['cache-control']).toBe('no-cache');
  });

  it('are served in a coding that the client accepts, for a year, with an ETag', async () => {
    const app = appWith(bearer);
    expect(assets).toHaveLength(4);
    for (const name of assets) {
      const get = (headers: Record<string, string>) =>
        request(app).get(`/__drydock/docs/assets/${name}`).set(headers);
      for (const [accepted, coding] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
        ['identity', undefined],
      ] as const) {
        const first = await get({ 'Accept-Encoding': accepted });
        expect(first.status).toBe(200);
        expect(first.type).toBe(name.endsWith('.js') ? 'text/javascript' : 'text/css');
        expect(first.headers['content-encoding']).toBe(coding);
        expect(first.headers['x-content-type-options']).toBe('nosniff');
        expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        const again = await get({
          'Accept-Encoding': accepted,
          'If-None-Match': first.headers.etag ?? '',
        });
        expect(again.status).toBe(304);
      }
    }
  });

  it('leave other paths and methods to the next handler', async () => {
    const app = appWith(bearer);
    for (const path of [
      'docs/',
      'Docs',
      'docs/other.js',
      'docs/assets/other.js',
      'docs/assets.json',
      'docs/..%2f..%2fpackage.json',
    ]) {
      expect((await request(app).get(`/__drydock/${path}`)).status).toBe(404);
    }
    expect((await request(app).post('/__drydock/docs')).status).toBe(404);
  });
});
