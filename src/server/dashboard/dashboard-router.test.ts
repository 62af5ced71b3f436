import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import express from 'express';
import request from 'supertest';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { builtPage, contentSecurityPolicy, dashboardRouter } from './dashboard-router.js';

const script = 'export const text = "as it was written";';
const folder = temporaryFolder();
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Drydock</title>');
writeFileSync(join(folder, 'assets', 'index-1a2b3c4d.js'), script);
writeFileSync(join(folder, 'assets', 'index-1a2b3c4d.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'assets', 'index-1a2b3c4d.js.gz'), gzipSync(script));
writeFileSync(join(folder, 'assets', 'index-1a2b3c4d.css'), 'a {}');
writeFileSync(join(folder, 'secret.js'), 'outside of the assets');

const service = 'http://127.0.0.1:4010';
const policy = contentSecurityPolicy(service);

const appWith = (options: { folder: string }) =>
  express()
    .disable('x-powered-by')
    .use('/__drydock', dashboardRouter({ service: () => service, ...options }));
const app = appWith({ folder });

const scriptPath = '/__drydock/assets/index-1a2b3c4d.js';

describe('dashboardRouter', () => {
  it('serves the page with a policy that allows nothing inline and nothing from other hosts', async () => {
    const { status, headers, text } = await request(app).get('/__drydock/');
    expect(status).toBe(200);
    expect(text).toContain('<title>Drydock</title>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|\*|data:|blob:/);
    expect(policy).toContain(`connect-src 'self' ${service};`);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('sends the whole index each time, since only its bytes identify its version', async () => {
    const { headers } = await request(app).get('/__drydock/');
    expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined]);
  });

  it('lets browsers keep assets for a year, since their names change with their content', async () => {
    const { status, headers } = await request(app).get(scriptPath);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const styles = await request(app).get('/__drydock/assets/index-1a2b3c4d.css');
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['deflate', undefined],
  ])('serves a script to a client that takes %j in the coding %j', async (accepted, coding) => {
    const { status, headers, text } = await request(app).get(scriptPath).set('Accept-Encoding', accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'Accept-Encoding']);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toBe(script);
  });

  it('serves an asset without a compressed copy as it is', async () => {
    const path = '/__drydock/assets/index-1a2b3c4d.css';
    const { headers, text } = await request(app).get(path).set('Accept-Encoding', 'br');
    expect([headers['content-encoding'], text]).toEqual([undefined, 'a {}']);
  });

  it('answers 304 for an asset that the browser has in the same coding', async () => {
    const ask = (accepted: string, etag: string) =>
      request(app).get(scriptPath).set('Accept-Encoding', accepted).set('If-None-Match', etag);
    const etag = (await ask('gzip', '"none"')).headers.etag ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await ask('gzip', etag);
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask('identity', etag)).status).toBe(200);
  });

  it('redirects the prefix without its slash to the page', async () => {
    const { status, headers } = await request(app).get('/__drydock?a=1');
    expect([status, headers.location]).toEqual([308, '__drydock/?a=1']);
  });

  it.each([
    '/__drydock/assets/..%2fsecret.js',
    '/__drydock/assets/%2e%2e/secret.js',
    '/__drydock/assets/%00',
    '/__drydock/assets/%E0%A4%A',
    '/__drydock/assets/',
    '/__drydock/assets',
    '/__drydock/assets/constructor',
    '/__drydock/index.html',
  ])('serves nothing at %s', async (path) => {
    for (const accepted of ['identity', 'br'])
      expect((await request(app).get(path).set('Accept-Encoding', accepted)).status).toBe(404);
  });

  it('says that the page was not built, and serves it once it is', async () => {
    const empty = join(folder, 'not-there');
    const own = appWith({ folder: empty });
    const { status, headers, text } = await request(own).get('/__drydock/');
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    expect(text).toBe(
      'The page was not built: run `npm run build` where drydock-kit lies and reload this page.\n',
    );
    mkdirSync(empty);
    writeFileSync(join(empty, 'index.html'), 'built');
    expect((await request(own).get('/__drydock/')).text).toBe('built');
  });
});

describe('the built page', () => {
  const assets = join(builtPage, 'assets');
  let names: string[];
  beforeAll(() => {
    names = readdirSync(assets);
  });

  it('is small for a browser that takes brotli: document, scripts and styles, of the first view, of all views and of the reference', async () => {
    const page = appWith({ folder: builtPage });
    const wireSize = async (path: string): Promise<number> => {
      const { headers } = await request(page).get(`/__drydock/${path}`).set('Accept-Encoding', 'br');
      return Number(headers['content-length']);
    };
    const sizeOf = async (paths: readonly string[]): Promise<number> =>
      (await Promise.all(['', ...paths].map(wireSize))).reduce((sum, size) => sum + size);
    const { text: html } = await request(page).get('/__drydock/');
    const atFirst = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, path = '']) => path,
    );
    const all = names.filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`);
    const ofReference = all.filter((path) => path.startsWith('assets/reference-'));
    expect(ofReference).toHaveLength(2);
    expect(new Set(atFirst.map((path) => path.split('.').at(-1)))).toEqual(new Set(['js', 'css']));
    expect(await sizeOf(atFirst)).toBeLessThan(70_000);
    expect(await sizeOf(all.filter((path) => !ofReference.includes(path)))).toBeLessThan(90_000);
    expect(await sizeOf(ofReference)).toBeLessThan(10_000);
  });

  it('has nothing inline and nothing from other hosts', () => {
    const html = readFileSync(join(builtPage, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=|https?:/);
  });

  it('has a digest in the name of every asset, and two compressed copies beside all but the typefaces', () => {
    const originals = names.filter((name) => !/\.(br|gz)$/.test(name));
    for (const name of originals) expect(name).toMatch(/-[\w-]{8}\.(js|css|svg|woff2)$/);
    const compressed = (name: string): string[] =>
      name.endsWith('.woff2') ? [name] : [name, `${name}.br`, `${name}.gz`];
    expect([...names].sort()).toEqual(originals.flatMap(compressed).sort());
  });

  it('brings two typefaces, which a browser may keep', async () => {
    const typefaces = names.filter((name) => name.endsWith('.woff2'));
    expect(typefaces).toHaveLength(2);
    for (const name of typefaces) {
      const { headers } = await request(appWith({ folder: builtPage }))
        .get(`/__drydock/assets/${name}`)
        .set('Accept-Encoding', 'br');
      expect(headers).toMatchObject({ 'content-type': 'font/woff2' });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['cache-control']).toContain('immutable');
    }
  });
});
