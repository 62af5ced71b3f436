import type { HttpMethod } from '../../contract/openapi.js';
import type { Operation } from '../../contract/operations.js';
import { PathTemplate } from './path-template.js';
import type { Contract } from '../../contract/contract.js';

/** The target of a route: an operation and what answers it. */
export interface Routed {
  readonly operation: Pick<Operation, 'method' | 'path'> & Partial<Pick<Operation, 'parameters'>>;
  /** True if the operation takes such path parameters; asked where several templates match a path. */
  readonly acceptsPath?: (pathParameters: PathParameters) => boolean;
  /** Tells if a query is of this operation, and not of `other`, which has the same path without a fragment. */
  readonly isNamedBy?: (query: string, other: Routed['operation'] | undefined) => boolean;
}

/** By name, not decoded. */
export type PathParameters = Readonly<Record<string, string>>;

/** The result of routing a request. */
export type Match<Served extends Routed> =
  | OperationMatch<Served>
  | { readonly kind: 'wrong-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown-path' };

interface OperationMatch<Served extends Routed> {
  readonly kind: 'operation';
  readonly served: Served;
  readonly pathParameters: PathParameters;
}

/** The paths of an operation, with parameters in braces. */
export interface OperationPaths {
  readonly own: readonly string[];
  /** The other path where it answers, unless that is a path of the document's own. */
  readonly other: readonly string[];
}

/**
 * The routes of a document under all its base paths. Paths are exact: case and trailing slash count. Fixed paths win over
 * templates (OpenAPI 3.1, Paths Object), and templates with more fixed text come first. Where several match, the first that
 * takes the path's parameters wins: so `/n/{id}` and `/n/{name}` may differ only in their schemas. A fixed path wins also where
 * its operation has servers of its own, and is met where it answers too.
 *
 * Documents tell operations of one path apart by a fragment, as in `/tags/{arn}#tagKeys`, which no client sends: where the path
 * without it has several operations for a method, the query chooses.
 */
export class Routes<Served extends Routed> {
  private readonly own: RouteTable<Served>;
  private readonly other: RouteTable<Served>;
  /** A table for each operation whose path has a fragment. */
  private readonly fragments: readonly RouteTable<Served>[];

  constructor(operations: readonly Served[], pathsOf: (served: Served) => OperationPaths) {
    const routes = (kind: keyof OperationPaths) =>
      operations.flatMap((served) => pathsOf(served)[kind].map((path) => ({ path: asSent(path), served })));
    this.own = new RouteTable(routes('own'));
    this.other = new RouteTable(routes('other'));
    this.fragments = operations
      .filter(({ operation }) => operation.path.includes('#'))
      .map((served) => {
        const { own, other } = pathsOf(served);
        return new RouteTable(
          [...own, ...other].map((path) => ({ path: asSent(withoutFragment(path)), served })),
        );
      });
  }

  /**
   * @param method upper case; HEAD is answered wherever GET is
   * @param path as received
   * @param query without its question mark
   */
  find(method: string, path: string, query = ''): Match<Served> {
    const match = this.findPath(method, path);
    if (this.fragments.length === 0) return match;
    const found = this.fragments
      .map((table) => table.find(method, path))
      .filter((one): one is OperationMatch<Served> => one.kind === 'operation');
    const plain = match.kind === 'operation' ? match : undefined;
    const named = found.find(({ served }) => served.isNamedBy?.(query, plain?.served.operation));
    return named ?? plain ?? found[0] ?? match;
  }

  private findPath(method: string, path: string): Match<Served> {
    const match = this.own.find(method, path);
    if (match.kind === 'operation' && match.pathParameters === noPathParameters) return match;
    const other = this.other.find(method, path);
    const isFixed = other.kind === 'operation' && other.pathParameters === noPathParameters;
    if (match.kind === 'wrong-method' && other.kind === 'operation') return other;
    if (match.kind !== 'unknown-path' && !isFixed) return match;
    const plain = other.kind === 'unknown-path' ? plainPath(path) : path;
    return plain === path ? other : this.findPath(method, plain);
  }
}

function withoutFragment(path: string): string {
  return path.split('#', 1)[0] ?? path;
}

/** Spaces and letters beyond ASCII travel percent-encoded, in the path of a document as anywhere. */
function asSent(path: string): string {
  return path.replace(/[^\x21-\x7E\p{Cs}]+/gu, encodeURIComponent);
}

/** Clients may encode punctuation that documents write as it is: `/groups('x')`, `/{name}:run`. */
function plainPath(path: string): string {
  return path
    .replace(/%(?:2[146789ABC]|3[ABD]|40)/gi, (text) => decodeURIComponent(text))
    .replace(/%[\da-f]{2}/gi, (text) => text.toUpperCase());
}

/** An operation at one of its paths. */
interface Route<Served> {
  readonly path: string;
  readonly served: Served;
}

/** The operations of one path of the document, by method. */
type Methods<Served> = Map<string, Served>;

interface FixedPath<Served extends Routed> {
  readonly methods: Methods<Served>;
  readonly matches: Map<string, Match<Served>>;
}

interface Template<Served> {
  readonly template: PathTemplate;
  readonly methods: Methods<Served>;
}

const unknownPath = { kind: 'unknown-path' } as const;
const noPathParameters: PathParameters = {};

/** Fixed paths, found by one look-up, and templates, by the number of their segments. */
class RouteTable<Served extends Routed> {
  private readonly fixed = new Map<string, FixedPath<Served>>();
  private readonly templates = new Map<number, Template<Served>[]>();

  constructor(routes: Iterable<Route<Served>>) {
    const known = new Map<string, Methods<Served>>();
    for (const { path, served } of routes) this.add(path, served, known);
    for (const list of this.templates.values())
      list.sort((a, b) => b.template.fixedLength - a.template.fixedLength);
  }

  /** @param method upper case; HEAD is answered wherever GET is */
  find(method: string, path: string): Match<Served> {
    const fixed = this.fixed.get(path);
    if (fixed) return fixed.matches.get(method) ?? wrongMethod(fixed.methods.keys());
    return this.findTemplate(method, path);
  }

  private findTemplate(method: string, path: string): Match<Served> {
    const parts = path.split('/');
    const allowed: string[] = [];
    const found: OperationMatch<Served>[] = [];
    for (const { template, methods } of this.templates.get(parts.length) ?? []) {
      const pathParameters = template.match(parts);
      if (!pathParameters) continue;
      const served = methods.get(method);
      if (served) found.push({ kind: 'operation', served, pathParameters });
      else allowed.push(...methods.keys());
    }
    const [first] = found;
    if (!first) return allowed.length > 0 ? wrongMethod(allowed) : unknownPath;
    if (found.length === 1) return first;
    return found.find(({ served, pathParameters }) => served.acceptsPath?.(pathParameters)) ?? first;
  }

  private add(path: string, served: Served, known: Map<string, Methods<Served>>): void {
    const methods = known.get(path) ?? new Map<string, Served>();
    if (!known.has(path)) {
      known.set(path, methods);
      this.open(path, methods);
    }
    for (const method of methodsAnswered(served.operation.method)) {
      const derivedHead = method === 'HEAD' && served.operation.method === 'get';
      if (derivedHead && methods.has(method)) continue;
      methods.set(method, served);
      this.fixed
        .get(path)
        ?.matches.set(method, { kind: 'operation', served, pathParameters: noPathParameters });
    }
  }

  private open(path: string, methods: Methods<Served>): void {
    if (!path.includes('{')) {
      this.fixed.set(path, { methods, matches: new Map() });
      return;
    }
    const segments = path.split('/').length;
    const list = this.templates.get(segments) ?? [];
    this.templates.set(segments, list);
    list.push({ template: new PathTemplate(path), methods });
  }
}

/** The methods of a path for its Allow header, in the order of the document. */
function wrongMethod(methods: Iterable<string>) {
  return { kind: 'wrong-method', allowed: [...new Set([...methods, 'OPTIONS'])] } as const;
}

function methodsAnswered(method: HttpMethod): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}

/**
 * A client that knows only the advertised address reaches an operation with servers of its own there; one that was set up
 * with nothing but a host reaches it at the root.
 */
export function pathsOf(
  contract: Pick<Contract, 'basePaths'>,
  { prefix, path, basePaths }: Operation,
): OperationPaths {
  const others = new Set([...contract.basePaths, ''].filter((base) => !basePaths.includes(base)));
  const at = (base: string): string => prefix + base + path.slice(prefix.length);
  return { own: basePaths.map(at), other: [...others].map(at) };
}
