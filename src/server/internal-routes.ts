import { Router } from 'express';
import { controlContract } from '../control/control-contract.js';
import { siteGuard, tokenGuard } from '../control/control-guard.js';
import type { ControlAccess } from '../control/control-guard.js';
import { ControlProblem, problemHandler } from '../control/problem.js';
import { assureReady } from '../control/readiness.js';
import { dashboardRouter } from './dashboard/dashboard-router.js';
import { internalPrefix } from '../mock/internal-prefix.js';
import { loadedWhenUsed } from './loaded-when-used.js';
import { serviceAssets } from './service-assets.js';
import { referenceRouter } from './reference/reference-router.js';
import type { ServerContext } from './server-context.js';

/**
 * What is served under the prefix: the service's assets to everybody, as its responses link to them; behind the guard against
 * foreign pages health, readiness, the page and the reference; behind the token all else.
 */
export function internalRoutes(context: ServerContext, access: ControlAccess): Router {
  const router = Router({ strict: false });
  router.use((_request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  router.use(serviceAssets(context.mock));
  router.use(siteGuard(access));
  router.use(openRoutes(context));
  router.use(
    tokenGuard(access),
    loadedWhenUsed(async () => (await import('../control/control-router.js')).controlRouter(context)),
  );
  router.use(({ method, path }) => {
    throw new ControlProblem(404, `There is nothing at ${method} ${internalPrefix}${path}.`);
  });
  router.use(problemHandler(context));
  return router;
}

/** What needs no token: it tells nothing of what clients sent. */
function openRoutes({ mock, state }: ServerContext): Router {
  const router = Router({ strict: false });
  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/ready', async (_request, response) => {
    await assureReady(state);
    response.json({ status: 'ok' });
  });
  router.get('/control-api.json', async (_request, response) => {
    const { document } = await controlContract();
    response.set('Cache-Control', 'no-cache').json(document);
  });
  router.use(
    referenceRouter({
      document: () => mock().contract.document,
      title: () => mock().contract.document.info.title,
      further: [
        {
          ...{ title: 'Drydock control API', slug: 'control', url: 'control-api.json' },
          document: async () => (await controlContract()).document,
        },
      ],
    }),
  );
  router.use(dashboardRouter());
  return router;
}
