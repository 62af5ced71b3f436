import type { BrowserContext, Page, Route } from '@playwright/test';
import { internalPrefix } from '../mock/internal-prefix.js';
import type { FetchHandler } from './create-fetch-handler.js';

/** Which requests of a page are answered, and as whose. */
export interface RouteOptions {
  /** The address of the service as the page has it, its path included; default: the handler's. */
  readonly url?: string;
  /** The sandbox whose key stands in for that of the page; default: the page's own key counts. */
  readonly sandbox?: string;
}

/**
 * Answers a page's requests to the service without a server: the handler answers them in the test's process.
 *
 * @example await routePage(page, createFetchHandler({ url: 'https://api.shop.example/v1' }), { sandbox: 'checkout' });
 */
export async function routePage(
  page: Page | BrowserContext,
  handler: FetchHandler,
  { url = handler.url, sandbox }: RouteOptions = {},
): Promise<void> {
  const { origin } = new URL(url);
  for (const below of [url, origin + internalPrefix])
    await page.route(
      (asked) => asked.href.startsWith(`${below}/`),
      (route) => answer(route, handler, sandbox),
    );
}

async function answer(route: Route, handler: FetchHandler, sandbox: string | undefined): Promise<void> {
  const asked = route.request();
  const headers = new Headers(await asked.allHeaders());
  for (const name of headers.keys()) if (name.startsWith(':')) headers.delete(name);
  const isPreflight = asked.method() === 'OPTIONS';
  if (sandbox !== undefined && !isPreflight)
    headers.set('Authorization', handler.sandbox(sandbox).headers().Authorization ?? '');
  const body = asked.postDataBuffer();
  const request = new Request(asked.url(), {
    ...{ method: asked.method(), headers },
    ...(body === null ? {} : { body: new Uint8Array(body) }),
  });
  try {
    const response = await handler(request);
    const bytes = Buffer.from(await response.arrayBuffer());
    await route.fulfill({
      ...{ status: response.status, headers: Object.fromEntries(response.headers), body: bytes },
    });
  } catch {
    // A page sees a body that breaks off as it sees a broken connection; one that is closed needs no answer.
    await route.abort('connectionreset').catch(() => undefined);
  }
}
