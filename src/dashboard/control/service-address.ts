/**
 * The service's address, without a trailing slash. The server writes it into the page: page and control API share an origin
 * that the service is not on.
 */
export const serviceAddress =
  document.querySelector<HTMLMetaElement>('meta[name=drydock-service]')?.content ?? location.origin;
