import { Router } from 'express';
import { assureReady } from '../control/readiness.js';
import { ControlProblem } from '../control/problem.js';
import type { ServerContext } from './server-context.js';

/** Health and readiness: GET /health and GET /ready. */
export function probes({
  state,
  signal,
  instance,
}: Pick<ServerContext, 'state' | 'signal' | 'instance'>): Router {
  const router = Router({ strict: false });
  router.get('/health', (_request, response) => {
    if (instance !== undefined) response.set('X-Drydock-Instance', instance);
    response.json({ status: 'ok' });
  });
  router.get('/ready', async (_request, response) => {
    if (signal.aborted) throw new ControlProblem(503, 'The mock stops.');
    await assureReady(state);
    response.json({ status: 'ok' });
  });
  return router;
}
