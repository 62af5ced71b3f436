import { setTimeout as delay } from 'node:timers/promises';
import { Router } from 'express';
import { ControlProblem } from '../control/problem.js';
import type { ServerContext } from './server-context.js';
import type { State } from '../state/state.js';

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

/**
 * Makes sure that the store behind the mock takes what a request writes.
 *
 * @param timeoutMs how long it may take, in milliseconds
 * @throws ControlProblem 503 when it does not
 */
export async function assureReady(state: Pick<State, 'assureWritable'>, timeoutMs = 2000): Promise<void> {
  try {
    const writable = state.assureWritable();
    // Only now: without the race nobody would take its rejection.
    const tooLate = delay(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`The store does not answer within ${timeoutMs} ms`);
    });
    await Promise.race([writable, tooLate]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ControlProblem(503, `${reason}.`, {}, { 'Retry-After': '1' });
  }
}
