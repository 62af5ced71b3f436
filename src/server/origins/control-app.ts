import express from 'express';
import type { Express } from 'express';
import type { ControlApi } from '../../control/control-api.js';
import type { ControlAccess } from '../../control/guard/control-guard.js';
import { ControlProblem } from '../../control/problem.js';
import { internalPrefix } from '../../mock/internal-prefix.js';
import { prepareRequest } from '../http/http-server.js';
import { problemRefusal } from '../http/refuse-malformed.js';
import { loadedWhenUsed } from '../loaded-when-used.js';
import { problemHandler } from '../problem-handler.js';
import type { ServerContext } from '../server-context.js';

/**
 * The Express application of the control origin: the page, the reference and the control API under the same prefix as on the
 * service's port, and nothing else. No response of the service goes out here.
 */
export function controlApp(
  context: ServerContext,
  access: ControlAccess,
  api: () => Promise<ControlApi>,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(prepareRequest(context, problemRefusal), (_request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.get('/', (_request, response) => {
    response.redirect(`${internalPrefix}/`);
  });
  app.use(
    internalPrefix,
    loadedWhenUsed(async () => (await import('./control-origin.js')).controlOrigin(context, access, api)),
  );
  app.use(({ method, path }) => {
    throw new ControlProblem(404, `There is nothing at ${method} ${path}: the service has another port.`);
  });
  app.use(problemHandler(context));
  return app;
}
