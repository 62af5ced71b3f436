import { Router, type Request, type RequestHandler } from 'express';
import { protectiveHeaders } from '../mock/exchange/protective-headers.js';
import { controlRoutes, refuseServiceWorkers, siteGuard } from './control-routes.js';
import { probes } from './probes.js';
import { problemHandler } from './problem-handler.js';
import type { InternalParts } from './server-context.js';
import { ControlProblem } from '../control/problem.js';
import { internalPrefix } from '../mock/internal-prefix.js';
import type { Origins } from './origins/origins.js';
import { corsHeaders } from '../mock/exchange/cors.js';
import type { Mock } from '../mock/mock.js';

/**
 * The routes under the prefix on the service's port: the service's assets for everybody, as its responses link to them; behind
 * the guard against other origins the probes, and the way to the control origin for browsers; behind the token the control
 * API, for programs that know one address only.
 */
export function internalRoutes({ context, access, api }: InternalParts): Router {
  const router = Router({ strict: false });
  router.use((_request, response, next) => {
    response.set(protectiveHeaders);
    next();
  });
  router.use(refuseServiceWorkers);
  router.use(serviceAssets(context.mock));
  router.use(siteGuard(access), probes(context), leadBrowsers(context.origins));
  router.use(controlRoutes(access, api));
  router.use(problemHandler(context));
  return router;
}

/** Paths that the control origin has and the service's port has not. */
const onlyThere =
  /^\/(?:docs(?:\/(?:control|openapi\.json|assets\/[\w.-]+))?|assets\/[\w.-]+|control-api\.json)?$/;

/**
 * Leads browsers from the service's port to the control origin, and whoever asks for the page or the reference. Programs that
 * use the control API stay.
 */
function leadBrowsers(origins: Origins): RequestHandler {
  return (request, response, next) => {
    const isOnlyThere = onlyThere.test(request.path);
    if (!/^(GET|HEAD)$/.test(request.method) || !(isOnlyThere || isNavigation(request))) {
      next();
      return;
    }
    const origin = origins.control(request.headers.host);
    if (origin !== undefined)
      response.set('Cache-Control', 'no-store').redirect(origin + internalPrefix + request.url);
    else if (isOnlyThere) throw new ControlProblem(404, notOpen);
    else next();
  };
}

const notOpen =
  'The page and the reference have a port of their own, and this mock was started without: ' +
  'drydock mock opens it, and so does createServer with the option controlPort.';

/** No browser sends Authorization by itself when it opens an address. */
function isNavigation({ headers }: Request): boolean {
  if (headers.authorization !== undefined) return false;
  return headers['sec-fetch-mode'] === 'navigate' || /\btext\/html\b/.test(headers.accept ?? '');
}

/** The files that the service's responses link to, such as logos, without a key: GET /FOLDER/NAME. */
function serviceAssets(mock: () => Mock): RequestHandler {
  return async ({ method, path }, response, next) => {
    const assets = mock().service?.assets;
    const prefix = `/${assets?.folder ?? ''}/`;
    const name = path.slice(prefix.length);
    if (!assets || !path.startsWith(prefix) || !/^[\w.-]+$/.test(name)) {
      next();
      return;
    }
    response.set(corsHeaders);
    const asset = await assets.find(name);
    if (!asset || (method !== 'GET' && method !== 'HEAD'))
      throw new ControlProblem(404, `There is no file at ${method} ${path}.`);
    response
      .set('Cache-Control', 'public, max-age=86400')
      .set('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .type(asset.mediaType)
      .send(typeof asset.body === 'string' ? asset.body : Buffer.from(asset.body));
  };
}
