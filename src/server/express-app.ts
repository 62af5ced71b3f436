import express from 'express';
import type { Express } from 'express';
import { protectiveHeaders } from '../mock/exchange/protective-headers.js';
import { internalPrefix } from '../mock/internal-prefix.js';
import { ControlProblem } from '../control/problem.js';
import { prepareRequest, serveOrPass } from './http/handle-request.js';
import { documentRefusal, problemRefusal } from './http/refuse-malformed.js';
import { loadedWhenUsed } from './loaded-when-used.js';
import { problemHandler } from './problem-handler.js';
import type { InternalParts } from './server-context.js';

/**
 * The Express application of the service's origin: middleware and routers of the caller's own, then Drydock's own addresses,
 * and the service for everything else.
 *
 * @param extend adds middleware and routers; they see every request first
 */
export function serviceApp(parts: InternalParts, extend: ((app: Express) => void) | undefined): Express {
  const { context } = parts;
  const app = bareApp();
  const refusal = documentRefusal(context.mock);
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
  const internal = async () => (await import('./internal-routes.js')).internalRoutes(parts);
  app.use(internalPrefix, loadedWhenUsed(internal));
  app.use(problemHandler(context));
  return app;
}

/**
 * The Express application of the control origin: the page, the reference and the control API under the same prefix as on the
 * service's port, and nothing else. No response of the service goes out here.
 */
export function controlApp(parts: InternalParts): Express {
  const { context } = parts;
  const app = bareApp();
  app.use(prepareRequest(context, problemRefusal), (_request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.get('/', (_request, response) => {
    response.redirect(`${internalPrefix}/`);
  });
  const internal = async () => (await import('./origins/control-origin.js')).controlOrigin(parts);
  app.use(internalPrefix, loadedWhenUsed(internal));
  app.use(({ method, path }) => {
    throw new ControlProblem(404, `There is nothing at ${method} ${path}: the service has another port.`);
  });
  app.use(problemHandler(context));
  return app;
}

function bareApp(): Express {
  return express().disable('x-powered-by').disable('etag');
}
