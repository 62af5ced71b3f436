import type { RequestHandler } from 'express';

/** Routes whose code is loaded at the first request for them, so that it costs the start nothing. */
export function loadedWhenUsed(load: () => Promise<RequestHandler>): RequestHandler {
  let routes: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    routes ??= load();
    await (
      await routes
    )(request, response, next);
  };
}
