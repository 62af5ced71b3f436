/**
 * Who may use Drydock's own addresses. The attacker is a web page in the developer's browser: it can send requests to
 * this machine, under a name that it made resolve here, but it can choose neither Host, Origin and Sec-Fetch-Site nor
 * a token that it does not know, and without CORS headers it can read no answer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { ControlProblem } from './problem.js';
import type { ControlToken } from './control-token.js';
import { hostName } from './known-hosts.js';
import type { KnownHosts } from './known-hosts.js';

export interface ControlAccess {
  readonly token: ControlToken;
  readonly knownHosts: KnownHosts;
  /** The origin of `--public-url`: what stands in Origin where a proxy in front rewrites Host. */
  readonly publicOrigin: string | undefined;
}

/** Refuses requests by a foreign name (421) and for foreign pages (403). */
export function siteGuard(access: ControlAccess): RequestHandler {
  return (request, _response, next) => {
    refuseForeignName(access, request);
    refuseForeignPage(access, request);
    next();
  };
}

/** Refuses requests without the control token (401), and those with a token in the address (400). */
export function tokenGuard({ token }: ControlAccess): RequestHandler {
  return (request, _response, next) => {
    refuseTokenInAddress(token, request.url);
    const [, given] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (given === undefined || !token.equals(given)) throw unauthorized(given !== undefined);
    next();
  };
}

/** Probes of containers call by any address; what they learn is nothing. */
const namelessPaths = new Set(['/health', '/ready']);

function refuseForeignName({ knownHosts }: ControlAccess, { headers, path }: Request): void {
  if (knownHosts(headers.host) || namelessPaths.has(path)) return;
  const name = hostName(headers.host);
  const mend =
    name === undefined
      ? 'The Host header must name the host that this mock was started for.'
      : `This mock is not known as "${name}"; start it with --allow-host ${name} if it should be.`;
  throw new ControlProblem(421, mend);
}

function refuseForeignPage(access: ControlAccess, request: Request): void {
  const { headers } = request;
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(access, origin, headers.host)) {
    const shown = JSON.stringify(origin.slice(0, 100));
    throw new ControlProblem(403, `A page of the origin ${shown} may not use Drydock's own addresses.`);
  }
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none' || opensPage(request)) return;
  throw new ControlProblem(403, "A page of another site may not use Drydock's own addresses.");
}

/** Whether a person follows a link to the page or the reference; neither tells a secret, and neither can be framed. */
function opensPage({ method, path, headers }: Request): boolean {
  return (
    method === 'GET' &&
    /^\/(docs(\/control)?)?$/.test(path) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}

function isOwnOrigin(
  { publicOrigin }: ControlAccess,
  origin: string,
  host: IncomingHttpHeaders['host'],
): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: ofOrigin } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (origin === publicOrigin) return true;
  const own = `${protocol}//${host ?? ''}`;
  return URL.canParse(own) && new URL(own).host === ofOrigin;
}

/** Addresses end up in histories, logs and Referer: a token there is refused even when it is right. */
function refuseTokenInAddress(token: ControlToken, url: string): void {
  const mark = url.indexOf('?');
  if (mark === -1) return;
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    if (!/^(access_?|control_?)?token$|^authorization$/i.test(name) && !token.equals(value)) continue;
    throw new ControlProblem(
      400,
      'A token in an address ends up in logs and histories; send it in the header Authorization: Bearer TOKEN.',
    );
  }
}

function unauthorized(wrong: boolean): ControlProblem {
  const what = wrong ? 'This is not the control token of this mock' : 'The control API needs its token';
  const error = wrong ? ', error="invalid_token"' : '';
  return new ControlProblem(
    401,
    `${what}: send the header Authorization: Bearer TOKEN with the one that drydock mock printed at its start.`,
    {},
    { 'WWW-Authenticate': `Bearer realm="drydock control"${error}` },
  );
}
