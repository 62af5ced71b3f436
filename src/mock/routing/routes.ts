import type { HttpMethod } from '../../contract/openapi.js';
import type { Operation } from '../../contract/operations.js';

/** The target of a route: an operation and what answers it. */
export interface Routed {
  readonly operation: Pick<Operation, 'method' | 'path'>;
}

/** The result of routing a request. */
export type Match<Served extends Routed> =
  | {
      readonly kind: 'operation';
      readonly served: Served;
      readonly pathParameters: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrong-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown-path' };

type Methods<Served> = Map<string, Served>;

interface Template<Served> {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly methods: Methods<Served>;
}

const unknownPath = { kind: 'unknown-path' } as const;
const noPathParameters = {};

/**
 * The routes of a document under all its base paths. Paths are exact: case and trailing slash count. Fixed paths are
 * found by one look-up and win over templates (OpenAPI 3.1, Paths Object); templates with more fixed text come first.
 */
export class Routes<Served extends Routed> {
  private readonly fixed = new Map<
    string,
    { methods: Methods<Served>; matches: Map<string, Match<Served>> }
  >();
  private readonly templates = new Map<number, Template<Served>[]>();

  constructor(operations: readonly Served[], basePaths: readonly string[]) {
    for (const base of basePaths)
      for (const served of operations) this.add(base + served.operation.path, served);
    for (const list of this.templates.values()) list.sort((a, b) => fixedLength(b) - fixedLength(a));
  }

  /** @param method upper case; HEAD is answered wherever GET is */
  find(method: string, path: string): Match<Served> {
    const fixed = this.fixed.get(path);
    if (fixed) return fixed.matches.get(method) ?? wrongMethod(fixed.methods);
    return this.findTemplate(method, path);
  }

  private findTemplate(method: string, path: string): Match<Served> {
    let other: Match<Served> = unknownPath;
    for (const template of this.templates.get(segmentsOf(path)) ?? []) {
      const values = template.pattern.exec(path);
      if (!values) continue;
      const served = template.methods.get(method);
      if (!served) {
        other = wrongMethod(template.methods);
        continue;
      }
      const pathParameters = Object.fromEntries(
        template.names.map((name, index) => [name, values[index + 1] ?? '']),
      );
      return { kind: 'operation', served, pathParameters };
    }
    return other;
  }

  private add(path: string, served: Served): void {
    const methods = path.includes('{') ? this.templateMethods(path) : this.fixedMethods(path);
    for (const method of methodsAnswered(served.operation.method)) {
      const derivedHead = method === 'HEAD' && served.operation.method === 'get';
      if (derivedHead && methods.has(method)) continue;
      methods.set(method, served);
      this.fixed
        .get(path)
        ?.matches.set(method, { kind: 'operation', served, pathParameters: noPathParameters });
    }
  }

  private fixedMethods(path: string): Methods<Served> {
    const known = this.fixed.get(path) ?? {
      methods: new Map<string, Served>(),
      matches: new Map<string, Match<Served>>(),
    };
    this.fixed.set(path, known);
    return known.methods;
  }

  private templateMethods(path: string): Methods<Served> {
    const pattern = patternOf(path);
    const list = this.templates.get(segmentsOf(path)) ?? [];
    this.templates.set(segmentsOf(path), list);
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
    const known = list.find(
      (template) => template.pattern.source === pattern.source && template.names.join() === names.join(),
    );
    if (known) return known.methods;
    const methods: Methods<Served> = new Map();
    list.push({ pattern, names, methods });
    return methods;
  }
}

/** The methods of a path for its Allow header, in the order of the document. */
function wrongMethod(methods: ReadonlyMap<string, unknown>) {
  return { kind: 'wrong-method', allowed: [...new Set([...methods.keys(), 'OPTIONS'])] } as const;
}

function methodsAnswered(method: HttpMethod): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}

function segmentsOf(path: string): number {
  let count = 0;
  for (let index = path.indexOf('/'); index !== -1; index = path.indexOf('/', index + 1)) count += 1;
  return count;
}

function patternOf(path: string): RegExp {
  const source = path
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? '([^/]+)' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}

function fixedLength({ pattern }: { readonly pattern: RegExp }): number {
  return pattern.source.replaceAll('([^/]+)', '').length;
}
