import express from 'express';
import type { Express, Request, RequestHandler } from 'express';
import type { ControlApi } from '../control/control-api.js';
import type { ControlAccess } from '../control/guard/control-guard.js';
import { problemHandler } from './problem-handler.js';
import { internalPrefix } from '../mock/internal-prefix.js';
import { handleRequest } from './http/handle-request.js';
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
  app.disable('x-powered-by');
  app.disable('etag');
  if (extend) {
    app.use(prepareRequest(context));
    extend(app);
    app.use(serveOrPass(context));
  } else {
    app.set('query parser', false);
    const [prepare, serve] = [prepareRequest(context), serveOrPass(context)];
    // One function: each layer that a request passes costs as much as finding its route.
    app.use((request, response, next) => {
      prepare(request, response, () => undefined);
      serve(request, response, next);
    });
  }
  app.get('/', (_request, response) => {
    response.redirect(`${internalPrefix}/`);
  });
  app.use(
    internalPrefix,
    loadedWhenUsed(async () => (await import('./internal-routes.js')).internalRoutes(context, access, api)),
  );
  app.use(problemHandler(context));
  return app;
}

/** Makes the target a path, and lets the access log follow. */
export function prepareRequest({ accessLog }: ServerContext): RequestHandler {
  return (request, response, next) => {
    // A target may be absolute (RFC 9112 section 3.2.2); the Host header says the same then.
    if (!request.url.startsWith('/')) request.url = request.url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
    accessLog?.follow(request, response);
    next();
  };
}

/** The service has every address except Drydock's own; a browser that opens the root is led on. */
function serveOrPass(context: ServerContext): RequestHandler {
  return (request, response, next) => {
    const target = request.url;
    const isInternal = target.startsWith(internalPrefix) && /^\/__drydock([/?]|$)/.test(target);
    if (isInternal || opensRoot(request)) next();
    else handleRequest(context, request, response);
  };
}

function opensRoot({ url, method, headers }: Request): boolean {
  return url === '/' && method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');
}
