/** The control API and its guards as Express handlers, mounted under the prefix. */
import type { Request, RequestHandler } from 'express';
import type { ControlApi } from '../control/control-api.js';
import type { CallerFacts } from '../control/control-message.js';
import { refuseForeignSites, requireToken, serviceWorkerRefusal } from '../control/guard/control-guard.js';
import type { ControlAccess } from '../control/guard/control-guard.js';
import { ControlProblem } from '../control/problem.js';
import { readBody } from './http/tricks/direct.js';
import { sendControlResponse } from './problem-handler.js';

/** Refuses requests to another host name (421) and from pages of other origins (403). */
export function siteGuard(access: ControlAccess): RequestHandler {
  return (request, _response, next) => {
    refuseForeignSites(access, callerOf(request));
    next();
  };
}

/** Refuses the script of a service worker (403): it would stand between a browser and this origin. */
export const refuseServiceWorkers: RequestHandler = ({ headers }, _response, next) => {
  if (headers['service-worker'] !== undefined) throw new ControlProblem(403, `${serviceWorkerRefusal}.`);
  next();
};

/** Answers every request that reaches it; refuses one without the control token (401), or with a token in its URL (400). */
export function controlRoutes(access: ControlAccess, api: () => Promise<ControlApi>): RequestHandler {
  return async (request, response) => {
    const caller = callerOf(request);
    requireToken(access, caller);
    const { answer } = await api();
    const controlResponse = await answer({
      ...caller,
      readBody: (maxBytes) =>
        new Promise((resolve) => {
          readBody(request, maxBytes, resolve);
        }),
    });
    sendControlResponse(response, controlResponse);
  };
}

function callerOf({ method, url, headers }: Request): CallerFacts {
  const mark = url.indexOf('?');
  return mark === -1
    ? { method, headers, path: url, query: '' }
    : { method, headers, path: url.slice(0, mark), query: url.slice(mark + 1) };
}
