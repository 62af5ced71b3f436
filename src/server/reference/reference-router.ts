/**
 * The API reference: a page that shows a document, served entirely from the package. Its policy is that of the dashboard: it
 * lets the browser load from this host and ask the service only, so that no document can reach another.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Router, type RequestHandler, type Response } from 'express';
import {
  builtPage,
  contentSecurityPolicy,
  pageHeaders,
  sendNotBuilt,
} from '../dashboard/dashboard-router.js';
import { referencePage, type PageLink, type ReferenceContent } from './reference-page.js';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
  const sendPage = async (response: Response, content: Omit<ReferenceContent, 'pages'>): Promise<void> => {
    const built = await readFile(join(folder, 'reference.html'), 'utf8').catch(() => undefined);
    if (built === undefined) {
      sendNotBuilt(
        response,
        'The API reference page',
        '; until then the document itself is at docs/openapi.json',
      );
      return;
    }
    const pages = further.length === 0 ? [] : pageLinks(content.here, title(), further, content.title);
    response.set({
      'Content-Security-Policy': contentSecurityPolicy(content.base),
      'Cache-Control': 'no-cache',
    });
    response.type('html').send(referencePage(built, { ...content, pages }));
  };
  router.get('/docs', ({ headers }, response) =>
    sendPage(response, {
      ...{ title: title(), document: document(), base: service(headers.host), key: tryItKey },
      ...{ documentUrl: 'docs/openapi.json', here: '' },
    }),
  );
  const bytes = new DocumentBytes();
  router.get('/docs/openapi.json', sendDocument(bytes, document));
  for (const { slug, url, ...other } of further) {
    router.get(`/docs/${slug}`, async (_request, response) => {
      const shown = await other.document();
      await sendPage(response, {
        ...{ title: other.title, document: shown, base: '', key: undefined },
        ...{ documentUrl: `../${url}`, here: '../' },
      });
    });
    router.get(`/${url}`, sendDocument(bytes, other.document));
  }
  return router;
}

/** A document as JSON, compressed for clients that accept it. */
function sendDocument(bytes: DocumentBytes, document: () => unknown): RequestHandler {
  return async (request, response) => {
    const accepted = request.acceptsEncodings('br', 'gzip');
    const coding = accepted === 'br' || accepted === 'gzip' ? accepted : undefined;
    const body = await bytes.of(await document(), coding);
    response.vary('Accept-Encoding').set('Cache-Control', 'no-cache').type('json');
    if (coding) response.set('Content-Encoding', coding);
    response.end(body);
  };
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

/** A coding of HTTP that a document is sent in. */
type Coding = 'br' | 'gzip';

const compress: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  // The best quality takes seconds for a document of many megabytes.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Documents as bytes, compressed once for as long as they are served. */
class DocumentBytes {
  private readonly kept = new WeakMap<object, Map<Coding | 'identity', Promise<Buffer>>>();

  of(document: unknown, coding: Coding | undefined): Promise<Buffer> {
    const make = async (): Promise<Buffer> => {
      const bytes = Buffer.from(JSON.stringify(document));
      return coding === undefined ? bytes : compress[coding](bytes);
    };
    if (typeof document !== 'object' || document === null) return make();
    const forms = this.kept.get(document) ?? new Map<Coding | 'identity', Promise<Buffer>>();
    this.kept.set(document, forms);
    const name = coding ?? 'identity';
    const made = forms.get(name) ?? make();
    forms.set(name, made);
    return made;
  }
}
