import { Router } from 'express';
import type { ControlApi } from '../control/control-api.js';
import type { ControlAccess } from '../control/guard/control-guard.js';
import { protectiveHeaders } from '../mock/exchange/protective-headers.js';
import { controlRoutes, refuseServiceWorkers, siteGuard, tokenGuard } from './control-routes.js';
import { leadBrowsers } from './origins/lead-browsers.js';
import { probes } from './probes.js';
import { problemHandler } from './problem-handler.js';
import type { ServerContext } from './server-context.js';
import { serviceAssets } from './service-assets.js';

/**
 * The routes under the prefix on the service's port: the service's assets for everybody, as its responses link to them; behind
 * the guard against other origins the probes, and the way to the control origin for browsers; behind the token the control
 * API, for programs that know one address only.
 */
export function internalRoutes(
  context: ServerContext,
  access: ControlAccess,
  api: () => Promise<ControlApi>,
): Router {
  const router = Router({ strict: false });
  router.use((_request, response, next) => {
    response.set(protectiveHeaders);
    next();
  });
  router.use(refuseServiceWorkers);
  router.use(serviceAssets(() => context.serving.mock));
  router.use(siteGuard(access), probes(context), leadBrowsers(context.origins));
  router.use(tokenGuard(access), controlRoutes(api));
  router.use(problemHandler(context));
  return router;
}
