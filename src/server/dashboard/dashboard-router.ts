/**
 * Serves the page at the root of the prefix. Loading it needs no token: it contains no data of the mock, and asks the user
 * for the token.
 */
import { readFile } from 'node:fs/promises';
import { join, basename, extname } from 'node:path';
import express, { Router, type RequestHandler, type Response } from 'express';
import { packageFile } from '../../contract/package-root.js';

export interface DashboardOptions {
  /** The folder that the build of src/dashboard filled. Default: the package's own. */
  readonly folder?: string;
  /** The service's address for who sent a request with this Host. */
  readonly service: (host: string | undefined) => string;
}

export const builtPage = packageFile('dist', 'dashboard');

/**
 * Everything comes from this host and nothing is inline; only the service can be asked too. Trusted types keep the page from
 * making HTML of any text, so nothing that a client sent can become markup.
 *
 * @param service the service's address; empty where it is this host
 */
export function contentSecurityPolicy(service: string): string {
  const asked = service === '' ? '' : ` ${new URL(service).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${asked}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The routes `/` and `/assets/NAME`, to be mounted under `/__drydock`; others go to the next handler. */
export function dashboardRouter({ folder = builtPage, service }: DashboardOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(pageHeaders);
  router.get('/', withTrailingSlash, async ({ headers }, response) => {
    const address = service(headers.host);
    await sendPage(response, {
      ...{ name: 'The page', file: join(folder, 'index.html'), service: address },
      fill: (html) => html.replace('SERVICE_ADDRESS', () => escapeHtml(address)),
    });
  });
  router.use('/assets', precompressedFiles(join(folder, 'assets')));
  return router;
}

/** Headers of everything that belongs to a page. */
export const pageHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  next();
};

/** The page's own URLs are relative; a browser keeps the fragment on a redirect. */
const withTrailingSlash: RequestHandler = ({ originalUrl }, response, next) => {
  const [path = '', query] = originalUrl.split('?', 2);
  if (path.endsWith('/')) {
    next();
    return;
  }
  const target = `${path.slice(path.lastIndexOf('/') + 1)}/`;
  response.redirect(308, query === undefined ? target : `${target}?${query}`);
};

/** A page that the build of src/dashboard made. */
interface BuiltPage {
  /** The beginning of a sentence. */
  readonly name: string;
  readonly file: string;
  /** The service's address; empty where it is the host of the page. */
  readonly service: string;
  /** Puts what only the server knows into its HTML. */
  readonly fill: (html: string) => string;
  /** Advice for where it was not built, besides building it: the end of a sentence. */
  readonly meanwhile?: string;
}

/**
 * Sends a page. It has no validator: its name and size are the same in every version, and so is the date that npm gives files
 * in a package. It is small enough to be sent each time.
 */
export async function sendPage(
  response: Response,
  { name, file, service, fill, meanwhile = '' }: BuiltPage,
): Promise<void> {
  const html = await readFile(file, 'utf8').catch(() => undefined);
  if (html === undefined) {
    const remedy = `run \`npm run build\` where drydock-kit lies and reload this page${meanwhile}`;
    response
      .status(503)
      .type('text')
      .set('Cache-Control', 'no-store')
      .send(`${name} was not built: ${remedy}.\n`);
    return;
  }
  response.set({
    'Content-Security-Policy': contentSecurityPolicy(service),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  });
  response.type('html').end(fill(html));
}

/** Text as it stands between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The codings of the copies that the build puts beside each file, smallest first, and the suffixes of their names. */
const copies = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const;

/**
 * Serves a folder of files whose names change with their content, so that browsers may keep them for a year. A client that
 * accepts a compressed copy gets the one that the build made; nothing is compressed here.
 */
function precompressedFiles(folder: string): RequestHandler {
  const serve = express.static(folder, {
    ...{ index: false, redirect: false, acceptRanges: false },
    ...{ immutable: true, maxAge: '1y', etag: false, lastModified: false },
    setHeaders: (response, path) => {
      const copy = copies.find(({ suffix }) => path.endsWith(suffix));
      const original = copy ? path.slice(0, -copy.suffix.length) : path;
      if (copy) response.set('Content-Encoding', copy.coding);
      // The digest in the name identifies the version, the suffix the coding.
      response.type(extname(original)).set('ETag', `"${basename(path)}"`);
    },
  });
  return (request, response, next) => {
    const copy = copies.find(({ coding }) => request.acceptsEncodings(coding) !== false);
    response.vary('Accept-Encoding');
    if (!copy) {
      serve(request, response, next);
      return;
    }
    const { url } = request;
    request.url = url.replace(/(?=\?|$)/, copy.suffix);
    serve(request, response, (error?: unknown) => {
      request.url = url;
      if (error === undefined) serve(request, response, next);
      else next(error);
    });
  };
}
