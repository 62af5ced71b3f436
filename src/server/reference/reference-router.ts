/**
 * The API reference: a page that shows a document, served entirely from the package. Its policy is that of the dashboard: it
 * lets the browser load from this host and ask the service only, so that no document can reach another.
 */
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Router, type RequestHandler } from 'express';
import { builtPage, escapeHtml, pageHeaders, sendPage } from '../dashboard/dashboard-router.js';
import { serversHere } from './servers-here.js';

/** The content of the reference; read on every request, so that a reloaded document shows at once. */
export interface ReferenceOptions {
  /** The OpenAPI document as loaded, `$ref`s included; any JSON. */
  readonly document: () => unknown;
  /** The page's title, plain text. */
  readonly title: () => string;
  /** The service's address for who sent a request with this Host; default: the host of the page. */
  readonly service?: (host: string | undefined) => string;
  /** Further documents that the reader can switch to. */
  readonly further?: readonly FurtherDocument[];
  /** The folder that the build of src/dashboard filled. Default: the package's own. */
  readonly folder?: string;
}

/** Another document, with its own page at `/docs/SLUG`. */
export interface FurtherDocument {
  readonly title: string;
  readonly slug: string;
  readonly document: () => unknown;
  /** The URL of the document, relative to the mount point. */
  readonly url: string;
}

/** The key that the try-it form starts with; every `dk_test_` key is valid and makes its own sandbox. */
const tryItKey = 'dk_test_demo';

/**
 * The routes `/docs`, `/docs/openapi.json`, and `/docs/SLUG` with its document for each further one, to be mounted under
 * `/__drydock` beside the dashboard, which has the page's files. They need no key and no token; other methods and paths go to
 * the next handler.
 */
export function referenceRouter({
  document,
  title,
  service = () => '',
  further = [],
  folder = builtPage,
}: ReferenceOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.use('/docs', pageHeaders, (_request, response, next) => {
    response.set('Cross-Origin-Opener-Policy', 'same-origin');
    next();
  });
  const pages: readonly ReferencePage[] = [
    { ...{ path: 'docs', url: 'docs/openapi.json', title, document, service }, key: tryItKey },
    ...further.map(({ slug, title: name, ...other }) => ({
      ...{ ...other, path: `docs/${slug}`, title: () => name, service: () => '', key: undefined },
    })),
  ];
  for (const page of pages) {
    // The relative path from the page to the mount point.
    const here = page === pages[0] ? '' : '../';
    router.get(`/${page.path}`, async ({ headers }, response) => {
      const base = page.service(headers.host);
      const documentUrl = here + page.url;
      const settings = {
        title: page.title(),
        documentUrl,
        home: here || './',
        servers: serversHere(await page.document(), base),
        key: page.key,
        pages: pages.length === 1 ? [] : pages.map((one) => linkTo(one, here, one === page)),
      };
      await sendPage(response, {
        name: 'The API reference page',
        file: join(folder, 'reference.html'),
        service: base,
        fill: (html) => filled(html, here, settings),
        meanwhile: '; until then the document itself is at docs/openapi.json',
      });
    });
    router.get(`/${page.url}`, sendDocument(page.document));
  }
  return router;
}

/** A document with its page; paths are relative to the mount point. */
interface ReferencePage {
  readonly path: string;
  /** The path of the document. */
  readonly url: string;
  readonly title: () => string;
  readonly document: () => unknown;
  /** The address of what the document describes; empty for the host that serves the page. */
  readonly service: (host: string | undefined) => string;
  /** The key that trying begins with; undefined where the reader must bring one. */
  readonly key: string | undefined;
}

/** A link at the side of a page. */
function linkTo({ title, path }: ReferencePage, here: string, current: boolean) {
  return { title: title(), href: here + path, current };
}

/** The HTML of a page. @param built as the build left it: its files are beside it, its settings are placeholders */
function filled(built: string, here: string, settings: { title: string; documentUrl: string }): string {
  const texts: Readonly<Record<string, string>> = {
    REFERENCE_SETTINGS: JSON.stringify(settings),
    REFERENCE_TITLE: settings.title,
    DOCUMENT_URL: settings.documentUrl,
  };
  return built
    .replaceAll('"./assets/', `"./${here}assets/`)
    .replace(/REFERENCE_SETTINGS|REFERENCE_TITLE|DOCUMENT_URL/g, (name) => escapeHtml(texts[name] ?? ''));
}

/** The codings of HTTP that a document is sent in. */
const encode = {
  identity: (bytes: Buffer) => Promise.resolve(bytes),
  // The best quality takes seconds for a document of many megabytes.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

type Coding = keyof typeof encode;

/** A document as JSON, compressed for clients that accept it, once for as long as it is served. */
function sendDocument(document: () => unknown): RequestHandler {
  let current: unknown;
  let forms: Partial<Record<Coding, Promise<Buffer>>> = {};
  return async (request, response) => {
    const accepted = request.acceptsEncodings('br', 'gzip');
    const coding = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
    const served = await document();
    if (served !== current) [current, forms] = [served, {}];
    const body = await (forms[coding] ??= encode[coding](Buffer.from(JSON.stringify(served))));
    response.vary('Accept-Encoding').set('Cache-Control', 'no-cache').type('json');
    if (coding !== 'identity') response.set('Content-Encoding', coding);
    response.end(body);
  };
}
