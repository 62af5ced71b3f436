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
  const here = new Map<string, ServerHere>();
  for (const server of serversOf(document)) {
    const url = base + pathOf(server);
    if (!here.has(url)) here.set(url, { url, ...descriptionOf(server) });
  }
  return here.size > 0 ? [...here.values()] : [{ url: `${base}/` }];
}

interface Server {
  readonly url: string;
  readonly description?: unknown;
  readonly variables?: unknown;
}

function serversOf(document: unknown): readonly Server[] {
  if (typeof document !== 'object' || document === null || !('servers' in document)) return [];
  return Array.isArray(document.servers) ? document.servers.filter(isServer) : [];
}

function isServer(value: unknown): value is Server {
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';
}

function pathOf(server: Server): string {
  const url = server.url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => defaultOf(server.variables, name));
  if (!URL.canParse(url, 'http://mock')) return '/';
  // A path that begins with two slashes, or a slash and a backslash, would be read as another host.
  const path = `/${new URL(url, 'http://mock').pathname.replace(/^[/\\]+/, '')}`;
  return path === '/' ? path : path.replace(/\/$/, '');
}

function defaultOf(variables: unknown, name: string): string {
  const variable: unknown = Object.entries(variables ?? {}).find(([key]) => key === name)?.[1];
  const value =
    typeof variable === 'object' && variable !== null && 'default' in variable ? variable.default : '';
  return typeof value === 'string' ? value : '';
}

function descriptionOf(server: Server): { description?: string } {
  return typeof server.description === 'string' ? { description: server.description } : {};
}
