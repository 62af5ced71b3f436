import { RouteTable } from './route-table.js';
import type { Match, Routed } from './route-table.js';

export type { Match, PathParameters, Routed } from './route-table.js';

/** The paths of an operation, with parameters in braces. */
export interface OperationPaths {
  readonly own: readonly string[];
  /** Where it answers too, unless that is a path of the document's own. */
  readonly other: readonly string[];
}

/**
 * The routes of a document under all its base paths. Paths are exact: case and trailing slash count. Fixed paths win over
 * templates (OpenAPI 3.1, Paths Object), and templates with more fixed text come first. Where several match, the first that
 * takes the path's parameters wins: so `/n/{id}` and `/n/{name}` may differ only in their schemas.
 */
export class Routes<Served extends Routed> {
  private readonly own: RouteTable<Served>;
  private readonly other: RouteTable<Served>;

  constructor(operations: readonly Served[], pathsOf: (served: Served) => OperationPaths) {
    const routes = (kind: keyof OperationPaths) =>
      operations.flatMap((served) => pathsOf(served)[kind].map((path) => ({ path: asSent(path), served })));
    this.own = new RouteTable(routes('own'));
    this.other = new RouteTable(routes('other'));
  }

  /**
   * @param method upper case; HEAD is answered wherever GET is
   * @param path as received, without query
   */
  find(method: string, path: string): Match<Served> {
    const match = this.own.find(method, path);
    if (match.kind !== 'unknown-path') return match;
    const other = this.other.find(method, path);
    const plain = other.kind === 'unknown-path' ? plainPath(path) : path;
    return plain === path ? other : this.find(method, plain);
  }
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
