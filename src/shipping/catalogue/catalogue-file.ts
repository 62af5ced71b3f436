import { readFile } from 'node:fs/promises';
import type { CatalogueFile } from './catalogue.js';

/** The URL of the data file, beside this module in the sources and in the build. */
export const catalogueFile = new URL('./categories.json', import.meta.url);

export async function readCatalogueFile(): Promise<CatalogueFile> {
  return JSON.parse(await readFile(catalogueFile, 'utf8')) as CatalogueFile;
}
