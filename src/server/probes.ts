import { Router } from 'express';
import { assureReady } from '../control/readiness.js';
import type { State } from '../state/state.js';

/** Health and readiness: GET /health and GET /ready. */
export function probes(state: State): Router {
  const router = Router({ strict: false });
  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/ready', async (_request, response) => {
    await assureReady(state);
    response.json({ status: 'ok' });
  });
  return router;
}
