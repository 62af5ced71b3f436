import express from 'express';
import type { Express } from 'express';
import type { ControlApi } from '../control/control-api.js';
import type { ControlAccess } from '../control/guard/control-guard.js';
import { problemHandler } from './problem-handler.js';
import { protectiveHeaders } from '../mock/exchange/protective-headers.js';
import { internalPrefix } from '../mock/internal-prefix.js';
import { serveOrPass } from './http/handle-request.js';
import { prepareRequest } from './http/http-server.js';
import { documentRefusal } from './http/refuse-malformed.js';
import { loadedWhenUsed } from './loaded-when-used.js';
import type { ServerContext } from './server-context.js';

/**
 * The Express application: middleware and routers of the caller's own, then Drydock's own addresses, and the service for
 * everything else.
 *
 * @param extend adds middleware and routers; they see every request first
 */
export function expressApp(
  context: ServerContext,
  access: ControlAccess,
  api: () => Promise<ControlApi>,
  extend: ((app: Express) => void) | undefined,
): Express {
  const app = express();
  const refusal = documentRefusal(() => context.serving.mock);
  app.disable('x-powered-by');
  app.disable('etag');
  if (extend) {
    app.use(prepareRequest(context, refusal));
    extend(app);
    app.use(serveOrPass(context));
  } else {
    app.set('query parser', false);
    app.use(prepareRequest(context, refusal, serveOrPass(context)));
  }
  app.get('/', (_request, response) => {
    response.set(protectiveHeaders).redirect(`${internalPrefix}/`);
  });
  app.use(
    internalPrefix,
    loadedWhenUsed(async () => (await import('./internal-routes.js')).internalRoutes(context, access, api)),
  );
  app.use(problemHandler(context));
  return app;
}
