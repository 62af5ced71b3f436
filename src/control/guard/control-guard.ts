/**
 * Guards Drydock's own addresses. The attacker is a web page in the developer's browser: it can send requests to
 * this machine, under a name that it made resolve here, but it can choose neither Host, Origin and Sec-Fetch-Site nor
 * a token that it does not know, and without CORS headers it can read no answer. A page of the service's origin, which a
 * scenario can write, is as foreign to the control origin as any other: their ports differ.
 */
import type { CallerFacts } from '../control-message.js';
import { ControlProblem } from '../problem.js';
import type { ControlToken } from './control-token.js';
import { hostName, type KnownHosts } from './known-hosts.js';

export interface ControlAccess {
  readonly token: ControlToken;
  readonly knownHosts: KnownHosts;
  /** The origin that browsers know this port by: what stands in Origin where a proxy in front rewrites Host. */
  readonly publicOrigin: string | undefined;
}

/** @throws ControlProblem 421 for a request to a foreign name, 403 for one of a foreign page */
export function refuseForeignSites(access: ControlAccess, caller: CallerFacts): void {
  refuseForeignName(access, caller);
  refuseForeignPage(access, caller);
}

/**
 * The reason for refusing the script of a service worker, without a full stop. A browser asks for one with the header Service-Worker
 * (Service Workers, Update step 9), which no page can leave out.
 */
export const serviceWorkerRefusal = 'No service worker may be registered from a mock';

/** @throws ControlProblem 401 for a request without the control token, 400 for one with a token in its address */
export function requireToken({ token }: ControlAccess, { query, headers }: CallerFacts): void {
  refuseTokenInAddress(token, query);
  const [, given] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined || !token.equals(given)) throw unauthorized(given !== undefined);
}

/** Probes of containers call by any address, and learn nothing but that the mock is up. */
const namelessPaths = new Set(['/health', '/ready']);

function refuseForeignName({ knownHosts }: ControlAccess, { headers, path }: CallerFacts): void {
  if (knownHosts(headers.host) || namelessPaths.has(path)) return;
  const name = hostName(headers.host);
  const fix =
    name === undefined
      ? 'The Host header must name the host that this mock was started for.'
      : `This mock is not known as "${name}"; start it with --allow-host ${name} if it should be.`;
  throw new ControlProblem(421, fix);
}

function refuseForeignPage(access: ControlAccess, caller: CallerFacts): void {
  const { headers } = caller;
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(access, origin, headers.host)) {
    const shown = JSON.stringify(origin.slice(0, 100));
    throw new ControlProblem(403, `A page of the origin ${shown} may not use Drydock's own addresses.`);
  }
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none' || opensPage(caller)) return;
  throw new ControlProblem(403, "A page of another site may not use Drydock's own addresses.");
}

/** Tells whether a person follows a link to the page or the reference: neither shows a secret, and neither can be framed. */
function opensPage({ method, path, headers }: CallerFacts): boolean {
  return (
    method === 'GET' &&
    /^\/(docs(\/control)?)?$/.test(path) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}

function isOwnOrigin({ publicOrigin }: ControlAccess, origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: ofOrigin } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (origin === publicOrigin) return true;
  const own = `${protocol}//${host ?? ''}`;
  return URL.canParse(own) && new URL(own).host === ofOrigin;
}

/** Addresses end up in histories, logs and Referer: a token there is refused even when it is right. */
function refuseTokenInAddress(token: ControlToken, query: string): void {
  for (const [name, value] of new URLSearchParams(query)) {
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
