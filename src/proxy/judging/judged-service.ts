import type { Contract } from '../../contract/contract.js';
import type { Route, Routes } from '../target/routes.js';

/** A service behind a proxy, as reports name it. */
export class JudgedService {
  readonly prefix: string;
  /** By the path that the first exchange had: clients may leave out the document's base path, or have it besides the target's. */
  private base: string | undefined;

  constructor(
    private readonly route: Route,
    private readonly routes: Pick<Routes, 'find'>,
  ) {
    this.prefix = route.prefix;
  }

  /** Tells whether a request or an operation with this path is for this service. */
  hasPath(path: string): boolean {
    return this.routes.find(path) === this.route;
  }

  isDocumented({ operations }: Contract): boolean {
    return operations.some(({ path }) => this.hasPath(path));
  }

  /** Below the document's base paths, a prefix, or a path of the target that was given, any path is meant to be documented. */
  claims(path: string, contract: Contract): boolean {
    if (this.prefix !== '') return this.isDocumented(contract);
    const bases = contract.basePaths.filter((base) => base !== '');
    return (
      bases.some((base) => path.startsWith(`${base}/`)) || new URL(this.route.target.url).pathname !== '/'
    );
  }

  /** Takes note of the path of an exchange. */
  meet(path: string, { operations }: Contract): void {
    if (this.base !== undefined) return;
    const bases = operations.flatMap((one) => (this.hasPath(one.path) ? one.basePaths : []));
    const below = path.slice(this.prefix.length);
    this.base = bases.find((base) => base !== '' && below.startsWith(`${base}/`)) ?? '';
  }

  /** The base address of its operations. */
  get url(): string {
    const { url } = this.route.target;
    const base = this.base ?? '';
    return url.endsWith(base) ? url : url + base;
  }

  /** Options by which curl connects with it as the proxy does. */
  get curlOptions(): readonly string[] {
    return this.route.target.curlOptions;
  }

  /** @param path of an operation, with its prefix and without a base path */
  addressOf(path: string): string {
    return this.url + path.slice(this.prefix.length);
  }
}
