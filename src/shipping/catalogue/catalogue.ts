/**
 * The product categories of the platform. Ids and names are always the same; the seed changes only their
 * timestamps. The categories of the default seed are in a data file, so that a start seldom loads faker.
 */
import { readFile } from 'node:fs/promises';
import type { Category } from '../types.js';

/** The content of `categories.json`. */
export interface CatalogueFile {
  /** The seed that `categories` were generated from. */
  readonly seed: number;
  readonly categories: readonly Category[];
}

/** The URL of the data file, beside this module in the sources and in the build. */
export const catalogueFile = new URL('./categories.json', import.meta.url);

/**
 * The categories of a seed, in the order of their ids 1 to n. The same seed gives the same categories on every machine.
 *
 * @param seed a whole number from 0 to 2^32 - 1
 * @throws RangeError when the seed is anything else
 * @see specification 2.2 and 4.1
 */
export async function catalogueFor(seed: number): Promise<readonly Category[]> {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) {
    throw new RangeError(
      `The seed of the catalogue must be a whole number from 0 to 4294967295, got ${seed}.`,
    );
  }
  const checkedIn = JSON.parse(await readFile(catalogueFile, 'utf8')) as CatalogueFile;
  if (checkedIn.seed === seed) return checkedIn.categories;
  const { generateCategories } = await import('./generate-categories.js');
  return generateCategories(seed);
}
