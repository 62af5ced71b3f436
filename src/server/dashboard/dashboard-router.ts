/**
 * Serves the page at the root of the prefix. Loading it needs no token: it contains no data of the mock, and asks the user
 * for the token.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Router, type RequestHandler, type Response } from 'express';
import { packageFile } from '../../contract/package-root.js';
import { escapeHtml } from './escape-html.js';
import { precompressedFiles } from './precompressed-files.js';

export interface DashboardOptions {
  /** The folder that the build of src/dashboard filled. Default: the package's own. */
  readonly folder?: string;
  /** The service's address for who sent a request with this Host. */
  readonly service: (host: string | undefined) => string;
}

/** The folder of the built page. */
export const builtPage = packageFile('dist', 'dashboard');

/**
 * Everything comes from this host and nothing is inline; only the service can be asked too. Trusted types keep the page from
 * making HTML of any text, so nothing that a client sent can become markup.
 */
export const contentSecurityPolicy = (service: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${connectSources(service)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The routes `/` and `/assets/NAME`, to be mounted under `/__drydock`; others go to the next handler. */
export function dashboardRouter({ folder = builtPage, service }: DashboardOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(pageHeaders);
  router.get('/', withTrailingSlash, serveIndex(join(folder, 'index.html'), service));
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

/**
 * The index has no validator: its name and size are the same in every version, and so is the date that npm gives files
 * in a package. It is small enough to be sent each time. Its one variable is the service's address.
 */
function serveIndex(file: string, service: DashboardOptions['service']): RequestHandler {
  return async ({ headers }, response) => {
    const html = await readFile(file, 'utf8').catch(() => undefined);
    if (html === undefined) {
      sendNotBuilt(response, 'The page');
      return;
    }
    const address = service(headers.host);
    response.set({
      'Content-Security-Policy': contentSecurityPolicy(address),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
    });
    response.type('html').end(html.replace('SERVICE_ADDRESS', () => escapeHtml(address)));
  };
}

/** Says that a page is missing. @param more the end of the sentence */
export function sendNotBuilt(response: Response, page: string, more = ''): void {
  response
    .status(503)
    .type('text')
    .set('Cache-Control', 'no-store')
    .send(
      `${page} was not built: run \`npm run build\` where drydock-kit lies and reload this page${more}.\n`,
    );
}

/**
 * Hosts that a page of the control origin may connect to, as sources of `connect-src`: its own and the service.
 *
 * @param service the service's address; empty where it is this host
 */
function connectSources(service: string): string {
  return service === '' ? "'self'" : `'self' ${new URL(service).origin}`;
}
