import type { HttpMethod } from '../../contract/openapi.js';
import type { Operation } from '../../contract/operations.js';
import { PathTemplate } from './path-template.js';

/** The target of a route: an operation and what answers it. */
export interface Routed {
  readonly operation: Pick<Operation, 'method' | 'path'>;
  /** Whether the operation takes such path parameters; asked where several templates match a path. */
  readonly acceptsPath?: (pathParameters: PathParameters) => boolean;
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

/** An operation at one of its paths. */
export interface Route<Served> {
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
export class RouteTable<Served extends Routed> {
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
