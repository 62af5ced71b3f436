import { defaultPathsOf, serversIn } from '../../contract/document/base-paths.js';

/** A server in the reference: one of this mock's addresses. */
export interface ServerHere {
  /** Such as `http://127.0.0.1:4010/api/v1/developer`; a path where it is on the host that serves the page. */
  readonly url: string;
  readonly description?: string;
}

/**
 * The servers of a document, moved to the mock: a reader who tries an operation means it, not the address that the document
 * names. Server variables take their defaults.
 *
 * @param document an OpenAPI 3 document, perhaps somebody else's; entries that are no servers are skipped
 * @param base the mock's address; empty for the host that serves the reference
 * @returns at least one server, each path once, in the document's order
 */
export function serversHere(document: unknown, base = ''): readonly ServerHere[] {
  const { servers } = Object(document) as { readonly servers?: unknown };
  const here = new Map<string, ServerHere>();
  for (const server of serversIn(servers)) {
    const [path = ''] = defaultPathsOf([server]);
    // A path that begins with two slashes, or a slash and a backslash, would be read as another host.
    const url = `${base}/${path.replace(/^[/\\]+/, '')}`;
    const { description } = server;
    if (!here.has(url)) here.set(url, typeof description === 'string' ? { url, description } : { url });
  }
  return here.size > 0 ? [...here.values()] : [{ url: `${base}/` }];
}
