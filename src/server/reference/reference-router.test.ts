import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import request from 'supertest';
import { referenceRouter } from './reference-router.js';

let folder: string;
let script: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reference-'));
  script = pathToFileURL(join(folder, 'scalar.js'));
  await writeFile(script, 'console.info("scalar")');
});
afterAll(() => rm(folder, { recursive: true }));

const bearer = { components: { securitySchemes: { theKey: { type: 'http', scheme: 'Bearer' } } } };

function appWith(document: unknown, title = 'Title', file = script): Express {
  return express().use(
    '/__drydock',
    referenceRouter({ document: () => document, title: () => title, script: file }),
  );
}

/** The settings as Scalar would read them: the attribute, decoded as a browser does, then as Scalar does. */
function settingsOf(html: string): unknown {
  const attribute = /data-configuration="([^"]*)"/.exec(html)?.[1] ?? '';
  const decoded = attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  return JSON.parse(decoded.split('&quot;').join('"'));
}

describe('the reference page', () => {
  it('is HTML under a policy that allows this host and no inline script', async () => {
    const page = await request(appWith(bearer)).get('/__drydock/docs');
    expect(page.status).toBe(200);
    expect(page.type).toBe('text/html');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  it('turns off whatever would leave this machine, and fills the key in', async () => {
    const page = await request(appWith(bearer)).get('/__drydock/docs');
    expect(settingsOf(page.text)).toMatchObject({
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      servers: [{ url: '/' }],
      authentication: {
        preferredSecurityScheme: 'theKey',
        securitySchemes: { theKey: { token: 'dk_test_demo' } },
      },
    });
  });

  it('names only files that it serves', async () => {
    const app = appWith(bearer);
    const page = await request(app).get('/__drydock/docs');
    const files = [...page.text.matchAll(/(?:src|href|data-url)="(docs\/[^"]+)"/g)].map(([, path]) => path!);
    expect(new Set(files).size).toBe(3);
    for (const file of files) expect((await request(app).get(`/__drydock/${file}`)).status).toBe(200);
  });

  it('keeps hostile text as text', async () => {
    const hostile = `</title><script>alert(1)</script>"'&quot;,"telemetry":true`;
    const document = {
      servers: [{ url: '/', description: hostile }],
      components: { securitySchemes: { [hostile]: { type: 'http', scheme: 'bearer' } } },
    };
    const page = await request(appWith(document, hostile)).get('/__drydock/docs');
    expect(page.text).not.toContain('<script>alert');
    expect(settingsOf(page.text)).toMatchObject({
      telemetry: false,
      metaData: { title: hostile },
      servers: [{ description: hostile }],
      authentication: { preferredSecurityScheme: hostile },
    });
  });

  it.each([null, 'text', [], { components: { securitySchemes: [null, 1] } }])(
    'is shown for the document %j',
    async (document) => {
      expect((await request(appWith(document)).get('/__drydock/docs')).status).toBe(200);
    },
  );

  it('says in one sentence that it was not built, and shows once it is', async () => {
    const late = pathToFileURL(join(folder, 'late.js'));
    const app = appWith(bearer, 'Title', late);
    for (const path of ['docs', 'docs/scalar.js']) {
      const missing = await request(app).get(`/__drydock/${path}`);
      expect(missing.status).toBe(503);
      expect(missing.type).toBe('text/plain');
      expect(missing.text).toContain('was not built: run `npm run build`');
    }
    await writeFile(late, '');
    expect((await request(app).get('/__drydock/docs')).status).toBe(200);
  });
});

describe('a further document', () => {
  const further = [{ title: 'The <other>', slug: 'other', url: 'other.json', document: () => bearer }];
  const withFurther = () =>
    express().use(
      '/__drydock',
      referenceRouter({ document: () => bearer, title: () => 'The first', further, script }),
    );

  it('has a page of its own, and each page leads to the other', async () => {
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
    expect(other?.text).toContain('data-url="../other.json"');
    expect(other?.headers['content-security-policy']).toBe(first?.headers['content-security-policy']);
    const script = /<script src="([^"]+)"/.exec(other?.text ?? '')?.[1] ?? '';
    expect((await request(app).get(new URL(script, 'http://a/__drydock/docs/other').pathname)).status).toBe(
      200,
    );
  });

  it("has its reader's key only, not the one of the mock", async () => {
    const page = await request(withFurther()).get('/__drydock/docs/other');
    expect(settingsOf(page.text)).toMatchObject({
      authentication: { preferredSecurityScheme: 'theKey', securitySchemes: {} },
    });
  });
});

describe('what the page loads', () => {
  it('has the document as it is at this moment', async () => {
    let document: unknown = { openapi: '3.1.0' };
    const app = express().use(referenceRouter({ document: () => document, title: () => '', script }));
    expect((await request(app).get('/docs/openapi.json')).body).toEqual({ openapi: '3.1.0' });
    document = { openapi: '3.0.3' };
    const reloaded = await request(app).get('/docs/openapi.json');
    expect(reloaded.body).toEqual({ openapi: '3.0.3' });
    expect(reloaded.type).toBe('application/json');
    expect(reloaded.headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['scalar.js', 'text/javascript'],
    ['reference.css', 'text/css'],
  ])('has %s as %s, kept for a year and known by its etag', async (file, type) => {
    const app = appWith(bearer);
    const first = await request(app).get(`/__drydock/docs/${file}`);
    expect(first.type).toBe(type);
    expect(first.headers['x-content-type-options']).toBe('nosniff');
    expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await request(app)
      .get(`/__drydock/docs/${file}`)
      .set('If-None-Match', first.headers.etag ?? '');
    expect(again.status).toBe(304);
  });

  it('leaves other paths and methods to others', async () => {
    const app = appWith(bearer);
    for (const path of ['docs/', 'Docs', 'docs/other.js', 'docs/..%2f..%2fpackage.json']) {
      expect((await request(app).get(`/__drydock/${path}`)).status).toBe(404);
    }
    expect((await request(app).post('/__drydock/docs')).status).toBe(404);
  });
});
