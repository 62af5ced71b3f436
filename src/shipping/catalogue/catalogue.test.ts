import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import { catalogueFile, readCatalogueFile } from './catalogue-file.js';
import { catalogueFor, type CatalogueFile } from './catalogue.js';
import { categoryNames, catalogueDate, generateCategories } from './generate-categories.js';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const utcWithMilliseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The seed of the data file; the one number here that is chosen freely. */
const checkedInSeed = 1;

describe('the checked-in catalogue', () => {
  it('is what the generator makes of its seed (UPDATE_FILES=1 rewrites it)', async () => {
    const made: CatalogueFile = { seed: checkedInSeed, categories: generateCategories(checkedInSeed) };
    const text = `${JSON.stringify(made, null, 2)}\n`;
    if (process.env.UPDATE_FILES === '1') await writeFile(catalogueFile, text);
    expect(await readFile(catalogueFile, 'utf8')).toBe(text);
  });

  it('is used for its seed, and the generator for any other', async () => {
    for (const seed of [checkedInSeed, 0, 7, 0xffff_ffff]) {
      expect(await catalogueFor(seed, readCatalogueFile)).toEqual(generateCategories(seed));
    }
    expect(await catalogueFor(7, readCatalogueFile)).not.toEqual(
      await catalogueFor(checkedInSeed, readCatalogueFile),
    );
  });

  it.each([-1, 1.5, Number.NaN, Infinity, 2 ** 32])('refuses %j as a seed', async (seed) => {
    await expect(catalogueFor(seed, readCatalogueFile)).rejects.toThrow(`from 0 to 4294967295, got ${seed}.`);
  });
});

describe('category names', () => {
  it('are about 40, unique and ready to be shown', () => {
    expect(categoryNames.length).toBeGreaterThanOrEqual(40);
    expect(new Set(categoryNames.map((name) => name.toLowerCase())).size).toBe(categoryNames.length);
    for (const name of categoryNames) expect(name).toMatch(/^[A-Z]\S*(?: \S+)*$/);
  });
});

describe('the categories of any seed', () => {
  it('have the same ids and names', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const categories = generateCategories(seed);
        expect(categories.map(({ id }) => id)).toEqual(categoryNames.map((_, index) => index + 1));
        expect(categories.map(({ name }) => name)).toEqual(categoryNames);
      }),
    );
  });

  it('do not depend on the time at which they are made', () => {
    fc.assert(
      fc.property(seeds, seeds, (seed, between) => {
        const first = generateCategories(seed);
        generateCategories(between);
        expect(generateCategories(seed)).toEqual(first);
      }),
    );
  });

  it('have UTC timestamps, created before updated, none after the reference date', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { created_at, updated_at } of generateCategories(seed)) {
          expect(created_at).toMatch(utcWithMilliseconds);
          expect(updated_at).toMatch(utcWithMilliseconds);
          expect(created_at <= updated_at).toBe(true);
          expect(Date.parse(updated_at)).toBeLessThanOrEqual(catalogueDate.getTime());
        }
      }),
    );
  });

  it('were created in the order of their ids', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const created = generateCategories(seed).map((category) => category.created_at);
        expect(created).toEqual([...created].sort());
      }),
    );
  });
});
