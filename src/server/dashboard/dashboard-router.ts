/**
 * Serves the page at the prefix's root, from the package and from memory. The page needs no token to be loaded: it holds
 * nothing of the mock's, and asks for the token itself.
 */
import { Router } from 'express';
import type { Response } from 'express';
import { readBuiltPage } from './built-page.js';
import type { BuiltFile, BuiltPage } from './built-page.js';

export interface DashboardOptions {
  /** The folder that the build of src/dashboard filled. Default: the package's own. */
  readonly folder?: URL;
}

/**
 * Everything comes from this host and nothing is inline. Trusted types forbid the page to make HTML of any text at all, so
 * what a client sent can't become part of it.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const notBuilt = 'The page was not built: run `npm run build` where drydock-kit lies and reload this page.\n';

/** Makes the routes `/` and `/assets/NAME`, to be mounted under `/__drydock`; others are left to the next handler. */
export function dashboardRouter({ folder }: DashboardOptions = {}): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let kept: BuiltPage | undefined;
  const page = async (): Promise<BuiltPage | undefined> => (kept ??= await readBuiltPage(folder));

  router.get('/', async ({ originalUrl }, response) => {
    const [path = '', query] = originalUrl.split('?', 2);
    if (!path.endsWith('/')) {
      // The page's own addresses are relative; a browser takes the fragment along.
      response.redirect(
        308,
        `${path.slice(path.lastIndexOf('/') + 1)}/${query === undefined ? '' : `?${query}`}`,
      );
      return;
    }
    const built = await page();
    if (built === undefined) {
      response.status(503).type('text').set('Cache-Control', 'no-store').send(notBuilt);
      return;
    }
    response.set({
      'Content-Security-Policy': contentSecurityPolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
    });
    sendFile(response, built.index);
  });
  router.get('/assets/:name', async ({ params }, response, next) => {
    const file = (await page())?.assets.get(params.name);
    if (file === undefined) {
      next();
      return;
    }
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    sendFile(response, file);
  });
  return router;
}

/** Express answers 304 by itself where the browser has this version. */
function sendFile(response: Response, { bytes, type, version }: BuiltFile): void {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ETag: `"${version}"`,
  });
  response.type(type).send(bytes);
}
