import { Router } from 'express';
import { corsHeaders } from './cors.js';
import { logoRouter } from './logos.js';
import type { Mock } from './mock.js';
import { referenceRouter } from './reference/reference-router.js';

/** The prefix of everything that is Drydock's own and not the service's. */
export const internalPrefix = '/__drydock';

/** What is served under the prefix without a token: health, readiness, logos, the reference. */
export function internalRoutes(mock: () => Mock): Router {
  const router = Router({ strict: false });
  router.use((_request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  router.get(['/health', '/ready'], (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.use('/logos', (_request, response, next) => {
    response.set(corsHeaders);
    next();
  });
  router.use(logoRouter());
  router.use(
    referenceRouter({
      document: () => mock().contract.document,
      title: () => mock().contract.document.info.title,
    }),
  );
  router.get('/', (_request, response) => {
    response.redirect(`${internalPrefix}/docs`);
  });
  router.use((request, response) => {
    const detail = `There is nothing at ${request.method} ${internalPrefix}${request.path}.`;
    response.status(404).type('application/problem+json');
    response.send(JSON.stringify({ type: 'about:blank', title: 'Not found', status: 404, detail }));
  });
  return router;
}
