import type { Operation } from '../contract/operations.js';
import type { MockResponse } from '../mock/exchange/response.js';

/** Headers whose addresses clients follow by themselves (RFC 8288, RFC 9110 section 10.2.2). */
const followed = /^(?:link|location|content-location|operation-location)$/i;

/**
 * A response whose links to the real service lead to the mock. Examples name the service's host, and a client that follows
 * the next page would leave the mock with its key.
 *
 * @param origin where the client reached the mock
 */
export function withOwnLinks(
  response: MockResponse,
  { origins, prefix }: Pick<Operation, 'origins' | 'prefix'>,
  origin: string,
): MockResponse {
  const links = Object.entries(response.headers).filter(([name]) => followed.test(name));
  if (links.length === 0 || origins.length === 0) return response;
  const own = links.map(([name, text]) => [name, linksTo(origin + prefix, text, origins)] as const);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(own) } };
}

function linksTo(mock: string, text: string, origins: readonly string[]): string {
  return text.replaceAll(/https?:\/\/[^\s/?#<>",;]+/gi, (address) =>
    URL.canParse(address) && origins.includes(new URL(address).origin) ? mock : address,
  );
}
