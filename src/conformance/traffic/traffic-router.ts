import type { Operation } from '../../contract/operations.js';
import type { StatedContract } from '../document/stated-contract.js';

/** The target of an address of ordinary traffic. */
export type TrafficRoute =
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      /** Path below the base address, with its query. */
      readonly path: string;
    }
  | { readonly kind: 'wrong method'; readonly path: string; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown path'; readonly path: string }
  /** Outside of every base path. */
  | { readonly kind: 'elsewhere' };

/** Finds the operation that a request of ordinary traffic calls, under any of some base paths. */
export class TrafficRouter {
  /** The longest first. */
  private readonly bases: readonly Base[];

  /**
   * @param basePaths without a trailing slash; `''` is the root, and a segment `{}` stands for any text
   * @param prefixes that the operations' own paths have, and that stand before the base paths
   */
  constructor(
    private readonly stated: Pick<StatedContract, 'operationsAt'>,
    basePaths: readonly string[],
    prefixes: readonly string[] = [],
  ) {
    const paths = new Set(basePaths);
    this.bases = [...new Set(prefixes.length === 0 ? [''] : prefixes)]
      .flatMap((prefix) => [...paths].map((path) => ({ prefix, segments: segmentsOf(prefix + path) })))
      .sort((a, b) => b.segments.length - a.segments.length);
  }

  /** @param target path and query, or a whole address */
  find(method: string, target: string): TrafficRoute {
    const path = target.startsWith('/') ? target : pathOf(target);
    const below = this.bases.flatMap((base) => pathBelow(base, path));
    const routes = below.map((one) => this.routeAt(method, one));
    return (
      routes.find(({ kind }) => kind === 'operation') ??
      routes.find(({ kind }) => kind === 'wrong method') ??
      routes[0] ?? { kind: 'elsewhere' }
    );
  }

  private routeAt(method: string, path: string): TrafficRoute {
    const found = this.stated.operationsAt(path);
    if (found.length === 0) return { kind: 'unknown path', path };
    const [operation] = found
      .filter((one) => answers(one, method))
      .sort((a, b) => fixedLength(b) - fixedLength(a));
    if (operation) return { kind: 'operation', operation, path };
    const allowed = [...new Set(found.map((one) => one.method.toUpperCase()))];
    return { kind: 'wrong method', path, allowed };
  }
}

/** HEAD goes wherever GET does (RFC 9110 9.3.2). */
function answers({ method }: Operation, sent: string): boolean {
  return method.toUpperCase() === sent || (sent === 'HEAD' && method === 'get');
}

/** Of several templates that match, the one with more fixed text is meant (OpenAPI 3.1, Paths Object). */
function fixedLength({ path }: Operation): number {
  return path.replace(/\{[^{}]*\}/g, '').length;
}

/** A base path behind the prefix of a document. */
interface Base {
  readonly prefix: string;
  /** Of both. */
  readonly segments: readonly string[];
}

function pathBelow({ prefix, segments: base }: Base, path: string): string[] {
  const segments = segmentsOf(path);
  if (segments.length < base.length) return [];
  const isBelow = base.every((part, index) => part === '{}' || part === segments[index]?.split('?', 1)[0]);
  return isBelow ? [`${prefix}/${segments.slice(base.length).join('/')}`] : [];
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function pathOf(address: string): string {
  if (!URL.canParse(address)) return '/';
  const { pathname, search } = new URL(address);
  return pathname + search;
}
