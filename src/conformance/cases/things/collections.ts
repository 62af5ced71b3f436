import type { Operation } from '../../../contract/operations.js';
import { requestMediaOf } from '../../document/request-media.js';
import { valuesIn } from '../generate/body-nodes.js';
import { parametersOf } from '../parameters/parameter-text.js';
import type { Planner } from '../planner.js';
import { hasFollowUps } from './follow-ups.js';

/** Things of one kind, such as those of `/books`, and how a client comes to know of them. */
export interface Collection {
  readonly path: string;
  /** Names of a field or a parameter with the id of one of them, without punctuation: of `/books/{id}`, `bookid`. */
  readonly names: readonly string[];
  /** Makes one. */
  readonly maker?: Operation;
  /** Shows those that there are. */
  readonly list?: Operation;
}

/** Collections at most that are looked at: a large document has hundreds. */
const maxCollections = 40;

/** The collections of another document that its bodies or paths name things of, outer ones first. */
export function collectionsOf(planner: Planner): Collection[] {
  const { stated, operations, allowWrites } = planner;
  if (stated.own) return [];
  const paths = new Set(operations.map(({ path }) => path).filter((path) => /\/[^/{}]+$/.test(path)));
  const all = [...paths].map((path): Collection => {
    const maker = operations.find(
      (one) => one.path === path && allowWrites && one.method === 'post' && hasFollowUps(stated, one),
    );
    const list = operations.find((one) => one.path === path && one.method === 'get');
    return { path, names: namesOf(path, operations), ...(maker && { maker }), ...(list && { list }) };
  });
  const named = operations.flatMap((operation) => [
    ...parametersOf(operation.path).map(plain),
    ...(requestMediaOf(operation) === undefined ? [] : fieldNames(planner.body(operation))),
  ]);
  const isNamed = ({ path, names, maker }: Collection): boolean =>
    maker !== undefined ||
    operations.some((one) => one.path.startsWith(`${path}/{`)) ||
    named.some((name) => names.some((own) => isNameOf(own, name)));
  return all
    .filter((one) => (one.maker ?? one.list) !== undefined && isNamed(one))
    .sort((a, b) => depthOf(a) - depthOf(b))
    .slice(0, maxCollections);
}

/** The collection that a field or parameter of a name has the id of a thing of: `homeBranchId` is that of a branch. */
export function collectionNamed(collections: readonly Collection[], name: string): Collection | undefined {
  const wanted = plain(name);
  const of = (test: (own: string) => boolean) => {
    const fitting = collections.filter(({ names }) => names.some(test));
    return fitting.find(({ maker }) => maker !== undefined) ?? fitting[0];
  };
  return of((own) => own === wanted) ?? of((own) => isNameOf(own, wanted));
}

/** The collection that a parameter of a path takes a thing of. */
export function collectionBefore(
  collections: readonly Collection[],
  path: string,
  name: string,
): Collection | undefined {
  const before = path.slice(0, path.indexOf(`/{${name}}`));
  return (
    collections.find((one) => one.path === before && (one.maker ?? one.list)) ??
    (plain(name) === 'id' ? undefined : collectionNamed(collections, name))
  );
}

function namesOf(path: string, operations: readonly Operation[]): string[] {
  const kind = plain(path.slice(path.lastIndexOf('/') + 1))
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
  const names = operations.flatMap((one) => {
    const [, name] = one.path.startsWith(`${path}/`)
      ? (/^\/\{([^{}/]+)\}/.exec(one.path.slice(path.length)) ?? [])
      : [];
    return name === undefined || plain(name) === 'id' ? [] : [plain(name)];
  });
  return [...new Set([...names, `${kind}id`])];
}

/** A name ends with that of the kind, such as `parentFolderId`. */
function isNameOf(own: string, name: string): boolean {
  return own === name || (own.endsWith('id') && own.length > 4 && name.endsWith(own));
}

function fieldNames(body: unknown): string[] {
  const names = [...valuesIn(body)].map(({ path }) => plain(String(path.at(-1) ?? '')));
  return names.flatMap((name) => [name, name.replace(/s$/, '')]);
}

/** The number of things that those of a collection are below, and one. */
export function depthOf({ path }: Collection): number {
  return path.split('{').length;
}

/** A name without its punctuation, in small letters. */
export function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
