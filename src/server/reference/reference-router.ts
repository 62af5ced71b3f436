/**
 * The API reference: a page that shows a document, served entirely from the package. Its policy is that of the dashboard: it
 * lets the browser load from this host and ask the service only, so that no document can reach another.
 */
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Router, type RequestHandler } from 'express';
import { builtPage, escapeHtml, pageHeaders, sendPage } from '../dashboard/dashboard-router.js';
import { defaultPathsOf, serversIn } from '../../contract/document/base-paths.js';

/** A document with its page; paths are relative to the mount point. All is asked for each request, so that a reloaded document shows at once. */
export interface ReferencePage {
  readonly path: string;
  /** The path of the document. */
  readonly url: string;
  /** Plain text. */
  readonly title: () => string;
  /** The OpenAPI document as loaded, `$ref`s included; any JSON. */
  readonly document: () => unknown;
  /** The address of what it describes, for who sent a request with this Host; default: the host of the page. */
  readonly service?: (host: string | undefined) => string;
  /** The key that trying begins with; without one the reader must bring one. */
  readonly key?: string;
}

/** The page of the document that is served. Every `dk_test_` key is valid and makes its own sandbox. */
export const servedPage = { path: 'docs', url: 'docs/openapi.json', key: 'dk_test_demo' } as const;

/**
 * The routes of pages and their documents, to be mounted under `/__drydock` beside the dashboard, which has the page's files. They
 * need no key and no token; other methods and paths go to the next handler.
 *
 * @param pages that of the document that is served first; the reader can switch between them
 * @param folder the folder that the build of src/dashboard filled
 */
export function referenceRouter(pages: readonly ReferencePage[], folder = builtPage): Router {
  const router = Router({ caseSensitive: true, strict: true });

  router.use('/docs', pageHeaders, (_request, response, next) => {
    response.set('Cross-Origin-Opener-Policy', 'same-origin');
    next();
  });
  for (const page of pages) {
    // The relative path from the page to the mount point.
    const here = page === pages[0] ? '' : '../';
    router.get(`/${page.path}`, async ({ headers }, response) => {
      const base = page.service?.(headers.host) ?? '';
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

/** A server in the reference: one of this mock's addresses. */
export interface ServerHere {
  /** Such as `http://127.0.0.1:4010/api/v1/developer`; a path where it is on the host that serves the page. */
  readonly url: string;
  readonly description?: string;
}

/**
 * The servers of a document, moved to the mock: a reader who tries an operation means it, not the address that the document
 * names. Server variables take their defaults.
 *
 * @param document an OpenAPI 3 document, perhaps somebody else's; entries that are no servers are skipped
 * @param base the mock's address; empty for the host that serves the reference
 * @returns at least one server, each path once, in the document's order
 */
export function serversHere(document: unknown, base = ''): readonly ServerHere[] {
  const { servers } = Object(document) as { readonly servers?: unknown };
  const here = new Map<string, ServerHere>();
  for (const server of serversIn(servers)) {
    const [path = ''] = defaultPathsOf([server]);
    // A path that begins with two slashes, or a slash and a backslash, would be read as another host.
    const url = `${base}/${path.replace(/^[/\\]+/, '')}`;
    const { description } = server;
    if (!here.has(url)) here.set(url, typeof description === 'string' ? { url, description } : { url });
  }
  return here.size > 0 ? [...here.values()] : [{ url: `${base}/` }];
}
