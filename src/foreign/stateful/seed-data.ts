import { toPointer } from '../../contract/json-pointer.js';
import { isObject } from '../../contract/schema/json-equal.js';
import type { ValueGenerator } from '../../values/value-generator.js';
import { listed } from '../../contract/printing/listed.js';
import { pathKey } from '../resources/paths.js';
import type { Resource, Resources } from '../resources/resource.js';
import type { Item } from './item.js';

/** Items by the path that lists them, such as `/users/7/notes`; of a single one a list of one. */
export type SeedData = ReadonlyMap<string, readonly Item[]>;

/** Something in seed data that can't be used. */
export interface SeedProblem {
  /** JSON pointer into the seed data. */
  readonly pointer: string;
  /** The rest of a sentence that begins with the place. */
  readonly text: string;
}

/**
 * Reads seed data: an object with a list of items for each path, `{"/pets": [{"id": 1}], "/settings": {"theme": "dark"}}`.
 *
 * @returns the data, or the first problem with it
 */
export function readSeedData(
  value: unknown,
  { all }: Resources,
  generator: ValueGenerator,
): SeedData | SeedProblem {
  if (!isObject(value)) return { pointer: '', text: 'must be an object with a list of items for each path' };
  const data = new Map<string, readonly Item[]>();
  for (const [path, given] of Object.entries(value)) {
    const pointer = toPointer([path]);
    const resource = all.find((one) => isPathOf(one, path));
    if (!resource) return { pointer, text: `${path} is no path of a resource: there are ${pathsOf(all)}` };
    const items: unknown = resource.isSingle ? [given] : given;
    if (!Array.isArray(items)) return { pointer, text: `${path} must be a list of items` };
    const wrong = items.findIndex(
      (item: unknown) => !isObject(item) || !generator.accepts(resource.schema, item),
    );
    if (wrong !== -1)
      return {
        pointer: resource.isSingle ? pointer : `${pointer}/${wrong}`,
        text: `${resource.isSingle ? path : `item ${wrong + 1} of ${path}`} doesn't match its schema in the document`,
      };
    data.set(path, items as readonly Item[]);
  }
  return data;
}

/** A path of a resource has ids in the place of its parameters. */
export function isPathOf({ path }: Resource, given: string): boolean {
  const [wanted, said] = [pathKey(path).split('/'), pathKey(given).split('/')];
  return (
    wanted.length === said.length &&
    wanted.every((segment, index) => segment === said[index] || (segment === '{}' && said[index] !== ''))
  );
}

function pathsOf(resources: readonly Resource[]): string {
  const paths = resources.map(({ path }) => path);
  return paths.length === 0 ? 'none in this document' : listed(paths, 10);
}
