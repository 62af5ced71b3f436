import type { Request, RequestHandler } from 'express';
import { ControlProblem } from '../../control/problem.js';
import { internalPrefix } from '../../mock/internal-prefix.js';
import type { Origins } from './origins.js';

/** Paths that the control origin has and the service's port has not. */
const onlyThere =
  /^\/(?:docs(?:\/(?:control|openapi\.json|assets\/[\w.-]+))?|assets\/[\w.-]+|control-api\.json)?$/;

/**
 * Leads browsers from the service's port to the control origin, and whoever asks for the page or the reference. Programs that
 * use the control API stay.
 */
export function leadBrowsers(origins: Origins): RequestHandler {
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
