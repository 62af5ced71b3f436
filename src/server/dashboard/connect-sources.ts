/**
 * What a page of the control origin may ask, as sources of `connect-src`: its own host, and the service.
 *
 * @param service the service's address; empty where it is this host
 */
export function connectSources(service: string): string {
  return service === '' ? "'self'" : `'self' ${new URL(service).origin}`;
}
