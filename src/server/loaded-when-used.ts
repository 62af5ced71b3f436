import type { RequestHandler } from 'express';

/** Loads at the first call, so that it costs the start nothing; later calls get the same value. */
export function onFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** Routes whose code is loaded at the first request for them. */
export function loadedWhenUsed(load: () => Promise<RequestHandler>): RequestHandler {
  const routes = onFirstUse(load);
  return async (request, response, next) => {
    await (
      await routes()
    )(request, response, next);
  };
}
