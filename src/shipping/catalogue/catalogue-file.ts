import { readFileSync } from 'node:fs';
import type { CatalogueFile } from './catalogue.js';

/** The URL of the data file, beside this module in the sources and in the build. */
export const catalogueFile = new URL('./categories.json', import.meta.url);

export function readCatalogueFile(): CatalogueFile {
  return JSON.parse(readFileSync(catalogueFile, 'utf8')) as CatalogueFile;
}
