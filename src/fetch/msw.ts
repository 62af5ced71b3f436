/**
 * Handlers for Mock Service Worker 2 (`drydock-kit/msw`): for `setupServer` in Node, and for `setupWorker` in a
 * browser or Storybook.
 */
import { http, HttpResponse, type HttpHandler } from 'msw';
import { internalPrefix } from '../mock/internal-prefix.js';
import { createFetchHandler, type FetchHandler } from './create-fetch-handler.js';
import type { FetchOptions } from './fetch-options.js';

/**
 * Handlers that answer every request below the address of the service.
 *
 * @param mock what answers: a handler of your own, by which a test chooses scenarios and reads the journal, or the options of one
 * @throws OptionError for options that can't be used
 * @example
 * const mock = createFetchHandler({ url: 'https://api.shop.example/v1' });
 * const server = setupServer(...drydockHandlers(mock));
 */
export function drydockHandlers(mock: FetchHandler | FetchOptions = {}): HttpHandler[] {
  const handler = typeof mock === 'function' ? mock : createFetchHandler(mock);
  const answer = ({ request }: { request: Request }): Promise<Response> =>
    handler(request).catch((cause: unknown) => {
      // A fault of the connection, or a client that has gone: what is thrown would become a 500.
      if (cause instanceof TypeError || request.signal.aborted) return HttpResponse.error();
      throw cause;
    });
  const { origin } = new URL(handler.url);
  return [handler.url, `${origin}${internalPrefix}`].map((address) => http.all(below(address), answer));
}

/** The address and everything below it. Without a group nothing is decoded: a path such as `/%zz` is for the mock to refuse. */
function below(address: string): RegExp {
  return new RegExp(`^${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`);
}
