import { Router } from 'express';
import type { ControlApi } from '../control/control-api.js';
import type { ControlAccess } from '../control/guard/control-guard.js';
import { assureReady } from '../control/readiness.js';
import { controlRoutes, siteGuard, tokenGuard } from './control-routes.js';
import { dashboardRouter } from './dashboard/dashboard-router.js';
import { onFirstUse } from './loaded-when-used.js';
import { problemHandler } from './problem-handler.js';
import { referenceRouter } from './reference/reference-router.js';
import type { ServerContext } from './server-context.js';
import { serviceAssets } from './service-assets.js';

/**
 * The routes under the prefix: the service's assets for everybody, as its responses link to them; behind the guard against
 * other origins health, readiness, the page and the reference; behind the token everything else.
 */
export function internalRoutes(context: ServerContext, access: ControlAccess): Router {
  const api = onFirstUse(async () => (await import('../control/control-api.js')).createControlApi(context));
  const router = Router({ strict: false });
  router.use((_request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  router.use(serviceAssets(context.mock));
  router.use(siteGuard(access));
  router.use(openRoutes(context, api));
  router.use(tokenGuard(access), controlRoutes(api));
  router.use(problemHandler(context));
  return router;
}

/** The routes without a token: they show nothing that clients sent. */
function openRoutes({ mock, state }: ServerContext, api: () => Promise<ControlApi>): Router {
  const controlDocument = async () => (await (await api()).contract()).document;
  const router = Router({ strict: false });
  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/ready', async (_request, response) => {
    await assureReady(state);
    response.json({ status: 'ok' });
  });
  router.get('/control-api.json', async (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(await controlDocument());
  });
  router.use(
    referenceRouter({
      document: () => mock().contract.document,
      title: () => mock().contract.document.info.title,
      further: [
        {
          ...{ title: 'Drydock control API', slug: 'control', url: 'control-api.json' },
          document: controlDocument,
        },
      ],
    }),
  );
  router.use(dashboardRouter());
  return router;
}
