/**
 * The product categories of the platform. Ids and names are always the same; the seed changes only their
 * timestamps. The categories of the default seed are in a data file, so that a start seldom loads faker.
 */
import type { MaybePromise } from '../../mock/service-definition.js';
import type { Category } from '../types.js';

/** The content of `categories.json`. */
export interface CatalogueFile {
  /** The seed that `categories` were generated from. */
  readonly seed: number;
  readonly categories: readonly Category[];
}

/**
 * The categories of a seed, in the order of their ids 1 to n. The same seed gives the same categories on every machine.
 *
 * @param seed a whole number from 0 to 2^32 - 1
 * @param readFile reads the data file
 * @throws RangeError when the seed is anything else
 * @see specification 2.2 and 4.1
 */
export async function catalogueFor(
  seed: number,
  readFile: () => MaybePromise<CatalogueFile>,
): Promise<readonly Category[]> {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) {
    throw new RangeError(
      `The seed of the catalogue must be a whole number from 0 to 4294967295, got ${seed}.`,
    );
  }
  const checkedIn = await readFile();
  if (checkedIn.seed === seed) return checkedIn.categories;
  const { generateCategories } = await import('./generate-categories.js');
  return generateCategories(seed);
}
