import type { IncomingMessage } from 'node:http';

/**
 * Reads where a request is addressed to. The authority of an absolute target stands in the place of the Host header, and only
 * its path is left in the target (RFC 9112 section 3.2.2).
 *
 * @returns why the request is addressed nowhere, in a sentence; undefined when it is not
 */
export function readTarget(request: IncomingMessage): string | undefined {
  if (hasTwoHosts(request.rawHeaders)) return 'The request has more than one Host header';
  const { url = '/' } = request;
  if (url.startsWith('/')) return undefined;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  // `*` and names without a scheme are for the routes to refuse.
  if (authority === undefined) return undefined;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  if (authority === '' || authority.includes('@'))
    return 'The target of the request must name a host, and no user';
  request.headers.host = authority;
  return undefined;
}

/** RFC 9112 section 3.2; Node takes the first line and forgets the others. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
