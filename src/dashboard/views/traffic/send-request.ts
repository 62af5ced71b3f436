import type { Body } from '../../control/control-types.js';
import { messageOf } from '../../control/control-api.js';
import type { SentRequest } from '../../parts/shell-quote.js';

/** What came back to the page, or why nothing did. */
export type SentAnswer =
  | { readonly status: number; readonly milliseconds: number; readonly text: string }
  | { readonly failure: string };

/** Sends a request to the mock's own address, and nowhere else; the policy of the page would refuse it too. */
export async function sendRequest(request: SentRequest): Promise<SentAnswer> {
  const url = new URL(request.url, location.origin);
  if (url.origin !== location.origin)
    return { failure: `Only ${location.origin} can be asked from this page.` };
  const start = performance.now();
  const hasBody = request.body !== undefined && request.body !== '' && !/^(GET|HEAD)$/i.test(request.method);
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      cache: 'no-store',
      redirect: 'manual',
      credentials: 'omit',
      ...(hasBody ? { body: request.body } : {}),
    });
    const text = await response.text();
    return { status: response.status, milliseconds: performance.now() - start, text };
  } catch (error) {
    return {
      failure: `No whole answer came (${messageOf(error)}). A scenario may have broken the connection; the traffic tells.`,
    };
  }
}

/** A text that came as the body of an answer. */
export function bodyOf(text: string): Body {
  const size = new TextEncoder().encode(text).length;
  try {
    return { size, truncated: false, json: JSON.parse(text) as unknown };
  } catch {
    return { size, truncated: false, text };
  }
}
