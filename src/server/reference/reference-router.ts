/**
 * The API reference: a page that shows the loaded document, served entirely from the package. Its policy lets the browser
 * load from this host and ask the service only, so neither the bundle nor a hostile document can reach another.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Router, type Response } from 'express';
import { packageFile } from '../../contract/package-root.js';
import { connectSources } from '../dashboard/connect-sources.js';
import { precompressedFiles } from '../dashboard/precompressed-files.js';
import { referencePage } from './reference-page.js';
import type { PageLink, ReferenceAssets, ReferenceContent } from './reference-page.js';

/** What the reference shows; read on every request, so that a reloaded document shows at once. */
export interface ReferenceOptions {
  /** The OpenAPI document as loaded, `$ref`s included; any JSON. */
  readonly document: () => unknown;
  /** The page's title, plain text. */
  readonly title: () => string;
  /** The service's address for who sent a request with this Host; default: the host of the page. */
  readonly service?: (host: string | undefined) => string;
  /** Further documents that the reader can switch to. */
  readonly further?: readonly FurtherDocument[];
  /** The folder that src/build/copy-reference.mjs filled. Default: the package's own. */
  readonly folder?: string;
}

/** Another document, with its own page at `/docs/SLUG`. */
export interface FurtherDocument {
  readonly title: string;
  readonly slug: string;
  readonly document: () => unknown;
  /** Where the document is served, relative to the mount point. */
  readonly url: string;
}

/** The key that the try-it form starts with; every `dk_test_` key is valid and makes its own sandbox. */
const tryItKey = 'dk_test_demo';

/** Everything comes from this host, and the service can be tried. No inline script, no inline style, no eval. */
const contentSecurityPolicy = (service: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connectSources(service)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const notBuilt =
  'The API reference page was not built: run `npm run build` where drydock-kit lies and reload this page; ' +
  'until then the document itself is at docs/openapi.json.\n';

/**
 * The routes `/docs`, `/docs/openapi.json`, `/docs/assets/NAME`, and `/docs/SLUG` for each further document, to be
 * mounted under `/__drydock`. They need no key and no token; other methods and paths go to the next handler.
 */
export function referenceRouter({
  document,
  title,
  service = () => '',
  further = [],
  folder = packageFile('dist', 'reference'),
}: ReferenceOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.use('/docs', (_request, response, next) => {
    response.set({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    next();
  });
  /** @param here the relative path from the page to the mount point */
  const sendPage = async (
    response: Response,
    here: string,
    url: string,
    content: Omit<ReferenceContent, 'pages'>,
  ): Promise<void> => {
    const names = await builtNames(folder);
    if (names === undefined) {
      response.status(503).type('text').set('Cache-Control', 'no-store').send(notBuilt);
      return;
    }
    const asset = (name: string) => `${here}docs/assets/${name}`;
    const assets: ReferenceAssets = {
      document: here + url,
      bundle: asset(names.bundle),
      script: asset(names.script),
      styles: [names.bundleStyles, names.styles].map(asset),
    };
    const pages = further.length === 0 ? [] : pageLinks(here, title(), further, content.title);
    response.set({
      'Content-Security-Policy': contentSecurityPolicy(content.base),
      'Cache-Control': 'no-cache',
    });
    response.type('html').send(referencePage({ ...content, pages }, assets));
  };
  router.get('/docs', ({ headers }, response) => {
    const content = { title: title(), document: document(), base: service(headers.host), key: tryItKey };
    return sendPage(response, '', 'docs/openapi.json', content);
  });
  for (const { slug, url, ...other } of further) {
    router.get(`/docs/${slug}`, async (_request, response) => {
      const shown = await other.document();
      await sendPage(response, '../', url, { title: other.title, document: shown, base: '', key: undefined });
    });
  }
  router.get('/docs/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(document());
  });
  router.use('/docs/assets', precompressedFiles(join(folder, 'assets')));
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

/** The names that the build gave the page's files, with digests of their content. */
interface BuiltNames {
  readonly bundle: string;
  readonly bundleStyles: string;
  readonly script: string;
  readonly styles: string;
}

/** Undefined before a build. */
async function builtNames(folder: string): Promise<BuiltNames | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8')) as BuiltNames;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
