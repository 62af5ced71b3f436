import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { readBuiltPage } from './built-page.js';
import { contentSecurityPolicy, dashboardRouter } from './dashboard-router.js';

let folder: URL;

beforeAll(async () => {
  const path = await mkdtemp(join(tmpdir(), 'dashboard-'));
  await mkdir(join(path, 'assets'));
  await writeFile(join(path, 'index.html'), '<!doctype html><title>Drydock</title>');
  await writeFile(join(path, 'assets', 'index-1a2b3c4d.js'), 'export {};');
  await writeFile(join(path, 'assets', 'index-1a2b3c4d.css'), 'a {}');
  await writeFile(join(path, 'assets', 'notes.txt'), 'left behind');
  await writeFile(join(path, 'secret.js'), 'outside of the assets');
  folder = pathToFileURL(`${path}/`);
});
afterAll(() => rm(folder, { recursive: true }));

const appWith = (options: { folder: URL }) =>
  express().disable('x-powered-by').use('/__drydock', dashboardRouter(options));

describe('the router of the page', () => {
  it('gives the page with a policy that allows nothing inline and nothing from elsewhere', async () => {
    const { status, headers, text } = await request(appWith({ folder })).get('/__drydock/');
    expect(status).toBe(200);
    expect(text).toContain('<title>Drydock</title>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; /);
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|data:|blob:/);
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'");
  });

  it('gives assets for a year, for their names change with their content', async () => {
    const app = appWith({ folder });
    const script = await request(app).get('/__drydock/assets/index-1a2b3c4d.js');
    expect(script.status).toBe(200);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const styles = await request(app).get('/__drydock/assets/index-1a2b3c4d.css');
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it.each(['/__drydock/', '/__drydock/assets/index-1a2b3c4d.js'])(
    'answers 304 for %s that the browser has',
    async (path) => {
      const app = appWith({ folder });
      const { etag } = (await request(app).get(path)).headers;
      expect(etag).toMatch(/^"[0-9a-f]{16}"$/);
      const again = await request(app).get(path).set('If-None-Match', String(etag));
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  it('leads from the prefix without its slash to the page', async () => {
    const { status, headers } = await request(appWith({ folder })).get('/__drydock?a=1');
    expect([status, headers.location]).toEqual([308, '__drydock/?a=1']);
  });

  it.each([
    '/__drydock/assets/notes.txt',
    '/__drydock/assets/..%2fsecret.js',
    '/__drydock/assets/%2e%2e/secret.js',
    '/__drydock/assets/',
    '/__drydock/assets/constructor',
    '/__drydock/index.html',
  ])('has nothing at %s', async (path) => {
    expect((await request(appWith({ folder })).get(path)).status).toBe(404);
  });

  it('says in a sentence that the page was not built, and finds it once it is', async () => {
    const empty = new URL('not-there/', folder);
    const app = appWith({ folder: empty });
    const { status, headers, text } = await request(app).get('/__drydock/');
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    expect(text).toBe(
      'The page was not built: run `npm run build` where drydock-kit lies and reload this page.\n',
    );
    await mkdir(new URL('assets/', empty), { recursive: true });
    await writeFile(new URL('index.html', empty), 'built');
    expect((await request(app).get('/__drydock/')).text).toBe('built');
  });
});

describe('the built page', () => {
  it('is small, and holds nothing inline and nothing from elsewhere', async () => {
    const built = await readBuiltPage();
    if (built === undefined) throw new Error('The page was not built: run npm run build first.');
    const scripts = [...built.assets].filter(([name]) => name.endsWith('.js'));
    const compressed = scripts.reduce((sum, [, { bytes }]) => sum + gzipSync(bytes).length, 0);
    expect(scripts.length).toBeGreaterThan(0);
    expect(compressed).toBeLessThan(60_000);
    const html = built.index.bytes.toString('utf8');
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=|https?:/);
    for (const name of built.assets.keys()) expect(name).toMatch(/-[\w-]{8}\.\w+$/);
  });
});
