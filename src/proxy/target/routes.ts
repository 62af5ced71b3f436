import { OptionError } from '../../contract/option-error.js';
import type { KnownHosts } from '../../control/guard/known-hosts.js';
import type { GatewayValues } from '../../options/proxy-options.js';
import { addressPolicy, type AddressOptions, type AddressPolicy } from '../headers/address-mapping.js';
import { CorsPolicy } from '../headers/cors-policy.js';
import { isBelow, Target, type TargetOptions } from './target.js';

/** A path prefix, and the base address of the service that gets the requests below it. */
export interface RouteAddress {
  /** Such as `/rates`. */
  readonly prefix: string;
  readonly url: string;
}

/** Options for the services behind a proxy. */
export interface RouteOptions
  extends Omit<TargetOptions, 'url' | 'prefix'>, AddressOptions, Partial<Pick<GatewayValues, 'cors'>> {
  /** The base address of the service that gets every request outside the routes; without one there is none. */
  readonly url?: string | undefined;
  readonly routes?: readonly RouteAddress[] | undefined;
}

/** One service behind a proxy, with what the proxy learns and maps for it. */
export interface Route {
  /** Empty for the service that gets the rest. */
  readonly prefix: string;
  readonly target: Target;
  readonly address: AddressPolicy;
  readonly cors: CorsPolicy;
}

/** The services behind a proxy, by the beginning of a request's path. */
export class Routes {
  /** The longest prefix first. */
  readonly all: readonly Route[];

  /** @throws OptionError for an address that is none, two routes with one prefix, and none at all */
  constructor({ url, routes = [], cors = false, ...options }: RouteOptions, isKnownHost: KnownHosts) {
    const given = [...routes, ...(url === undefined ? [] : [{ prefix: '', url }])];
    const twice = given.find(({ prefix }, index) => given.findIndex((one) => one.prefix === prefix) < index);
    if (twice) throw new OptionError(`Two routes have the prefix ${twice.prefix}; give each one of its own.`);
    if (given.length === 0)
      throw new OptionError(
        'Say which server to stand in front of: drydock proxy https://staging.example.com.',
      );
    this.all = given
      .map(({ prefix, url }) => {
        const target = new Target({ ...options, prefix, url });
        const address = addressPolicy(target, options);
        return { prefix, target, address, cors: new CorsPolicy(cors, isKnownHost) };
      })
      .sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** Sentences about the targets that the user should know about. */
  get warnings(): readonly string[] {
    return [...new Set(this.all.flatMap(({ target }) => target.warnings))];
  }

  /** The services' addresses. */
  get addresses(): readonly RouteAddress[] {
    return this.all.map(({ prefix, target: { url } }) => ({ prefix, url }));
  }

  /** The service that gets a request. @param path as the client sent it, with or without its query */
  find(path: string): Route | undefined {
    return this.all.find(({ prefix }) => prefix === '' || isBelow(path, prefix));
  }

  close(): void {
    for (const { target } of this.all) target.close();
  }
}
