/**
 * The API reference: a page that shows the document as it was loaded, served from the package and from nowhere else. The
 * browser is told to load from this host only, so neither the bundle nor a hostile document can reach another.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Router, type Response } from 'express';
import { referencePage } from './reference-page.js';
import type { PageLink, ReferenceAssets, ReferenceContent } from './reference-page.js';

/** What the reference shows; both are asked on every request, so a reloaded document shows at once. */
export interface ReferenceOptions {
  /** The OpenAPI document as loaded, `$ref`s and all; anything that JSON can say. */
  readonly document: () => unknown;
  /** The page's title, plain text. */
  readonly title: () => string;
  /** Further documents that the page lets its reader switch to. */
  readonly further?: readonly FurtherDocument[];
  /** Scalar's bundle, an ES5-style browser script. Default: where the build puts it, beside this module. */
  readonly script?: URL;
}

/** Another document with a page of its own at `/docs/SLUG`. */
export interface FurtherDocument {
  readonly title: string;
  readonly slug: string;
  readonly document: () => unknown;
  /** Where the document is served, relative to the mount point. */
  readonly url: string;
}

/** The key that the try-it form starts with; every `dk_test_` key is valid and makes its own sandbox. */
const tryItKey = 'dk_test_demo';

/**
 * Everything comes from this host. Scalar's bundle writes its styles into the page itself, which is the one thing that a
 * stricter policy would break: `style-src` must allow inline styles, in elements and attributes. No inline script, no eval.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const notBuilt =
  'The API reference page was not built: run `npm run build` where drydock-kit lies and reload this page; ' +
  'until then the document itself is at docs/openapi.json.\n';

/**
 * Makes the routes `/docs`, `/docs/openapi.json`, `/docs/scalar.js` and `/docs/reference.css`, and `/docs/SLUG` for each
 * further document, to be mounted under `/__drydock`. They need no key and no token; other methods and paths are left to
 * the next handler.
 */
export function referenceRouter({
  document,
  title,
  further = [],
  script = builtScript,
}: ReferenceOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const scripts = onceRead(script);
  const styles = onceRead(new URL('./reference.css', import.meta.url));

  router.use('/docs', (_request, response, next) => {
    response.set({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    next();
  });
  /** @param here the way from the page to the mount point */
  const sendPage = async (
    response: Response,
    here: string,
    url: string,
    content: Omit<ReferenceContent, 'pages'>,
  ): Promise<void> => {
    const [bundle, sheet] = [await scripts(), await styles()];
    if (bundle === undefined || sheet === undefined) {
      response.status(503).type('text').set('Cache-Control', 'no-store').send(notBuilt);
      return;
    }
    const assets: ReferenceAssets = {
      document: here + url,
      script: `${here}docs/scalar.js?v=${bundle.version}`,
      styles: `${here}docs/reference.css?v=${sheet.version}`,
    };
    const pages = further.length === 0 ? [] : pageLinks(here, title(), further, content.title);
    response.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Cache-Control': 'no-cache' });
    response.type('html').send(referencePage({ ...content, pages }, assets));
  };
  router.get('/docs', (_request, response) =>
    sendPage(response, '', 'docs/openapi.json', { title: title(), document: document(), key: tryItKey }),
  );
  for (const { slug, url, ...other } of further) {
    router.get(`/docs/${slug}`, async (_request, response) => {
      const shown = await other.document();
      await sendPage(response, '../', url, { title: other.title, document: shown, key: undefined });
    });
  }
  router.get('/docs/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(document());
  });
  router.get('/docs/scalar.js', async (_request, response) => sendFile(response, 'js', await scripts()));
  router.get('/docs/reference.css', async (_request, response) => sendFile(response, 'css', await styles()));
  return router;
}

function pageLinks(
  here: string,
  title: string,
  further: readonly FurtherDocument[],
  current: string,
): PageLink[] {
  const others = further.map((other) => ({ title: other.title, href: `${here}docs/${other.slug}` }));
  return [{ title, href: `${here}docs` }, ...others].map((page) => ({
    ...page,
    current: page.title === current,
  }));
}

const builtScript = new URL('./scalar.js', import.meta.url);

interface StaticFile {
  readonly bytes: Buffer;
  /** A digest of the bytes: the page's address of the file, so it may be kept for a year. */
  readonly version: string;
}

/** Reads a file when it is first wanted, not at the start, and then keeps it; undefined while it isn't there. */
function onceRead(url: URL): () => Promise<StaticFile | undefined> {
  let kept: StaticFile | undefined;
  return async () => {
    if (kept !== undefined) return kept;
    const bytes = await readFile(url).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (bytes === undefined) return undefined;
    kept = { bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
    return kept;
  };
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

function sendFile(response: Response, type: string, file: StaticFile | undefined): void {
  if (file === undefined) {
    response.status(503).type('text').set('Cache-Control', 'no-store').send(notBuilt);
    return;
  }
  response.set({ 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${file.version}"` });
  response.type(type).send(file.bytes);
}
