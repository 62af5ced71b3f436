/**
 * Checks the targets to which the page may send the suite, and a client the mock's callbacks. The threat is a person, or a page that got hold of the token, who
 * makes this machine ask addresses that only this machine reaches. So only this machine's own addresses are allowed, and hosts
 * that whoever started the mock has named; and a name counts by what it resolves to, once: later answers of a name server
 * change nothing. Redirects are not followed, neither by the suite nor by callbacks.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ControlProblem } from '../problem.js';
import type { ResolvedAddress } from './run-suite.js';

/** Gives every address of a host name. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export interface AllowedTarget {
  readonly url: string;
  readonly addresses: readonly ResolvedAddress[];
}

const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Link-local (where clouds have the service that knows a machine's secrets), unspecified, multicast and reserved addresses. */
const never = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  never.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
] as const)
  never.addSubnet(net, bits, 'ipv6');

/** The sentence about a host that is neither this machine's nor allowed. */
type Refusal = (host: string) => string;

const notVerified: Refusal = (host) =>
  `Only servers of this machine may be verified from here; start the mock with --allow-verify ${host} for this one, or run drydock verify.`;

/**
 * Checks a target, and resolves its host.
 *
 * @param allowed host names, with or without a port, that may be asked besides this machine's
 * @throws ControlProblem
 */
export async function allowedTarget(
  text: string,
  allowed: readonly string[],
  resolve: Resolve = systemResolve,
  refusal: Refusal = notVerified,
): Promise<AllowedTarget> {
  const url = targetUrl(text);
  const host = hostOf(url);
  const isNamed = isNamedHost(url, allowed);
  // Before the refusal, whose advice would not help.
  if (isAddressIn(never, host))
    throw new ControlProblem(403, `${host} must not be asked from here, and no option allows it.`);
  if (!isNamed && !isLocalName(host)) throw new ControlProblem(403, refusal(host));
  const addresses = await resolved(host, resolve);
  const wrong = addresses.find((one) => isIn(never, one) || (!isNamed && !isIn(loopback, one)));
  if (wrong)
    throw new ControlProblem(403, `${host} resolves to ${wrong.address}, which must not be asked from here.`);
  return { url: url.href, addresses };
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Tells whether an address leads to a host of the list. */
export function isNamedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.some((one) => [hostOf(url), url.hostname, url.host].includes(one.toLowerCase()));
}

/** Tells whether a page of an origin is one of this machine's or of the allowed hosts. @param origin the Origin header */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return isLocalName(hostOf(url)) || isNamedHost(url, allowed);
}

function targetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  // The given text may hold a password.
  throw new ControlProblem(
    400,
    'The URL must be an http or https address without a user, such as http://localhost:3000/api.',
  );
}

function isLocalName(host: string): boolean {
  return isAddressIn(loopback, host) || host === 'localhost' || host.endsWith('.localhost');
}

/** Tells whether a host is an address, not a name, and in the list. */
function isAddressIn(list: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && isIn(list, { address: host, family: family === 6 ? 6 : 4 });
}

async function resolved(host: string, resolve: Resolve): Promise<readonly ResolvedAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family: family === 6 ? 6 : 4 }];
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length > 0) return addresses;
  throw new ControlProblem(400, `${host} has no address; is its name right?`);
}

/** Tells whether all addresses are of this machine alone. */
export function isLoopback(addresses: readonly ResolvedAddress[]): boolean {
  return addresses.every((one) => isIn(loopback, one));
}

function isIn(list: BlockList, { address, family }: ResolvedAddress): boolean {
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
