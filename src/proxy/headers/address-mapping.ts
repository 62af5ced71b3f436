/**
 * Keeps a client at the proxy: what in a response names the target leads to the proxy, cookies are for the proxy's address, and
 * Origin and Referer of a page behind the proxy name the target again.
 */
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../control/guard/known-hosts.js';
import type { GatewayValues } from '../../options/proxy-options.js';
import { isBelow, type Target } from '../target/target.js';
import { fieldsForTarget } from './request-fields.js';

/** A message's fields, names and values in turn, with the names of those that were mapped. */
export interface MappedFields {
  readonly fields: readonly string[];
  readonly mapped: readonly string[];
}

/** A value as it goes on, for one client. @param own scheme and authority by which the client reaches the proxy */
type Mapping = (value: string, own: string) => string;

/** Cookies whose names browsers take over https alone (RFC 6265bis section 4.1.3). */
const hiddenPrefix = 'drydock';

/** Maps the addresses of one target and of the proxy in front of it. */
export class AddressMapping {
  private readonly origin: string;
  private readonly hostname: string;
  /** The beginning of the paths that clients use for this target. */
  private readonly prefix: string;
  private readonly byName: ReadonlyMap<string, Mapping>;

  constructor({ url, prefix }: Pick<Target, 'url' | 'prefix'>) {
    const { origin, hostname, port, pathname } = new URL(url);
    const basePath = pathname.replace(/\/+$/, '');
    const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    const authority = `${escaped(hostname)}${port === '' ? '(?::80|:443)?' : `:${port}`}`;
    const base = `(?:https?:)?//${authority}(?=${escaped(basePath)}(?:[/?#>;,"'\\s]|$))`;
    this.origin = origin;
    this.hostname = hostname;
    this.prefix = prefix;
    // A path of the target is the same at the proxy where the prefix is the one that the target has itself.
    const added = prefix === basePath ? '' : prefix;
    // A path alone leads to another service where it has no prefix.
    const start = added === '' ? base : `(?:${base}|(?=/(?!/)))`;
    // The pattern's only group is what stands before the address and stays.
    const mapped = (before: string, flags: string): Mapping => {
      const pattern = new RegExp(`(${before})${start}`, flags);
      return (value, own) =>
        value.replace(pattern, (found: string, kept: string) => kept + (found === kept ? '' : own) + added);
    };
    const address = mapped('^', 'i');
    this.byName = new Map<string, Mapping>([
      ['location', address],
      ['content-location', address],
      ['refresh', mapped('^\\s*[\\d.]+\\s*[;,]\\s*(?:url\\s*=\\s*)?["\']?', 'i')],
      ['link', mapped('<', 'gi')],
      ['set-cookie', (value, own) => this.cookie(value, own, basePath)],
      ['access-control-allow-origin', (value, own) => (value === this.origin ? own : value)],
    ]);
  }

  /** The fields of a response as a client gets them. */
  response(fields: readonly string[], own: string): MappedFields {
    return mapFields(fields, (lower, value) => this.byName.get(lower)?.(value, own) ?? value);
  }

  /** The fields of a request as the target gets them. @param isForTarget whether it gets its own Host */
  request(fields: readonly string[], own: string, isForTarget: boolean): MappedFields {
    return mapFields(fields, (lower, value) => {
      if (lower === 'cookie') return value.replace(hiddenNames, '$1$2');
      if (!isForTarget) return value;
      if (lower === 'origin') return value === own ? this.origin : value;
      return lower === 'referer' ? this.referer(value, own) : value;
    });
  }

  private referer(value: string, own: string): string {
    if (value !== own && !value.startsWith(`${own}/`)) return value;
    const path = value.slice(own.length);
    return this.origin + (isBelow(path, this.prefix) ? path.slice(this.prefix.length) : path);
  }

  /** A cookie that a browser keeps for the proxy's address. */
  private cookie(value: string, own: string, basePath: string): string {
    const [pair = '', ...attributes] = value.split(';');
    const isPlain = own.startsWith('http:') && isLoopback(new URL(own).hostname);
    const kept = attributes.flatMap((attribute) => {
      const [name = '', text = ''] = attribute.split('=').map((part) => part.trim());
      const lower = name.toLowerCase();
      if (lower === 'domain') return this.isOwnDomain(text) ? [] : [attribute];
      if (lower === 'path') return [this.cookiePath(attribute, text, basePath)];
      const needsTls = lower === 'samesite' ? /^none$/i.test(text) : /^(?:secure|partitioned)$/.test(lower);
      return isPlain && needsTls ? [] : [attribute];
    });
    const name = isPlain && /^\s*__(?:Host|Secure)-/i.test(pair) ? hiddenPrefix + pair.trimStart() : pair;
    return [name, ...kept].join(';');
  }

  private cookiePath(attribute: string, path: string, basePath: string): string {
    const { prefix } = this;
    // A question mark is a part of a cookie's path.
    if (basePath !== '' && isBelow(path, basePath) && path[basePath.length] !== '?')
      return ` Path=${prefix || '/'}`;
    if (prefix === '' || !path.startsWith('/')) return attribute;
    return ` Path=${prefix}${path === '/' ? '' : path}`;
  }

  private isOwnDomain(domain: string): boolean {
    const name = domain.replace(/^\./, '').toLowerCase();
    return this.hostname === name || this.hostname.endsWith(`.${name}`);
  }
}

/** Options for the addresses that messages name. */
export type AddressOptions = Partial<Pick<GatewayValues, 'rewrite' | 'hostHeader' | 'via'>>;

export type AddressPolicy = ReturnType<typeof addressPolicy>;

/** The fields of messages on both sides of a proxy, as far as they name an address. */
export function addressPolicy(
  target: Target,
  { rewrite = 'on', hostHeader = 'target', via = false }: AddressOptions,
) {
  const mapping = rewrite === 'on' ? new AddressMapping(target) : undefined;
  const host = hostHeader === 'target' ? target.host : undefined;
  return {
    /** The fields of a request as they go to the target. @param own scheme and authority by which the client reaches the proxy */
    request(request: IncomingMessage, own: string): MappedFields {
      const fields = fieldsForTarget(request, host, via);
      return mapping?.request(fields, own, host !== undefined) ?? { fields, mapped: [] };
    },

    /** The fields of a response of the target as they go to the client. */
    response: (fields: readonly string[], own: string): MappedFields =>
      mapping?.response(fields, own) ?? { fields, mapped: [] },
  };
}

const hiddenNames = new RegExp(`(^|;\\s*)${hiddenPrefix}(__(?:Host|Secure)-)`, 'gi');

/** Copies the list only where a value differs. */
function mapFields(fields: readonly string[], map: (lower: string, value: string) => string): MappedFields {
  let copy: string[] | undefined;
  const mapped = new Set<string>();
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = [fields[index], fields[index + 1]];
    const now = map(name.toLowerCase(), value);
    if (now === value) continue;
    copy ??= [...fields];
    copy[index + 1] = now;
    mapped.add(name);
  }
  return { fields: copy ?? fields, mapped: [...mapped] };
}
