import { expect, it, vi } from 'vitest';

it('the catalogue loads faker only for a seed without a data file', async () => {
  const loaded = vi.fn();
  vi.doMock('./generate-categories', () => {
    loaded();
    return { generateCategories: () => [] };
  });
  const { catalogueFor } = await import('./catalogue.js');
  const { readCatalogueFile } = await import('./catalogue-file.js');
  expect((await catalogueFor(1, readCatalogueFile)).length).toBeGreaterThan(0);
  expect(loaded).not.toHaveBeenCalled();
  expect(await catalogueFor(2, readCatalogueFile)).toEqual([]);
  expect(loaded).toHaveBeenCalledTimes(1);
});
