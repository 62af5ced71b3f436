import { OptionError } from '../../contract/option-error.js';

/** By what hosts the mock may be addressed. */
export interface HostOptions {
  /** The address that it is bound to. */
  readonly host?: string | undefined;
  /** Further ones, without port. */
  readonly allowHosts?: readonly string[] | undefined;
  /** The addresses by which clients and browsers reach it. */
  readonly urls?: readonly (string | undefined)[];
}

/** Tells whether a Host header names this mock. */
export type KnownHosts = (header: string | undefined) => boolean;

const wildcards = new Set(['0.0.0.0', '::', '[::]', '']);

/**
 * The hosts of Drydock's own addresses: loopback, the bound address, the public ones, and those that were allowed. A page
 * that made its own name resolve to this machine (DNS rebinding) still sends its own name in Host.
 *
 * @throws OptionError for an allowed host that is not a host name
 */
export function knownHosts({ host, allowHosts = [], urls = [] }: HostOptions): KnownHosts {
  const known = new Set(allowHosts.map(checkedHost));
  if (host !== undefined && !wildcards.has(host)) known.add(inBrackets(host.toLowerCase()));
  for (const url of urls) if (url !== undefined && URL.canParse(url)) known.add(new URL(url).hostname);
  return (header) => {
    const name = hostName(header);
    return name !== undefined && (isLoopback(name) || known.has(name));
  };
}

/** The host of a Host header in lower case, without port; undefined when it is no host. */
export function hostName(header: string | undefined): string | undefined {
  const [, name] = /^([a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i.exec(header ?? '') ?? [];
  return name?.toLowerCase().replace(/(?<=.)\.$/, '');
}

/** RFC 6761 section 6.3 keeps `localhost` and what is below it for loopback. */
export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.test(name)
  );
}

function checkedHost(text: string): string {
  const name = hostName(inBrackets(text));
  if (name !== undefined && (name.startsWith('[') || !text.includes(':'))) return name;
  throw new OptionError(
    `An allowed host must be a host name without scheme and port such as mock.test, got ${JSON.stringify(text)}.`,
  );
}

/** An IPv6 address as a Host header writes it. */
function inBrackets(host: string): string {
  return /^[\da-f]*:[\da-f:.]*:[\da-f:.]*$/i.test(host) ? `[${host}]` : host;
}
