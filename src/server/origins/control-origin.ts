import { Router } from 'express';
import { controlRoutes, refuseServiceWorkers, siteGuard } from '../control-routes.js';
import { dashboardRouter } from '../dashboard/dashboard-router.js';
import { probes } from '../probes.js';
import { problemHandler } from '../problem-handler.js';
import { referenceRouter, servedPage } from '../reference/reference-router.js';
import type { InternalParts } from '../server-context.js';

/**
 * Routes under the prefix on the control origin: behind the guard against other origins the probes, the page and the
 * reference; behind the token the control API. What a document says goes out as JSON, or as text inside the reference.
 */
export function controlOrigin({ context, access, api }: InternalParts): Router {
  const { mock, origins } = context;
  const service = (host: string | undefined) => origins.service(host);
  const router = Router({ strict: false });
  router.use(refuseServiceWorkers, siteGuard(access), probes(context));
  router.use(
    referenceRouter([
      {
        ...{ ...servedPage, service },
        document: () => mock().contract.document,
        title: () => mock().contract.document.info.title,
      },
      {
        ...{ path: 'docs/control', url: 'control-api.json', title: () => 'Drydock control API' },
        document: async () => (await (await api()).contract()).document,
      },
    ]),
  );
  router.use(dashboardRouter({ service }));
  router.use(controlRoutes(access, api));
  router.use(problemHandler(context));
  return router;
}
