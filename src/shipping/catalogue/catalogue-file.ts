import { readFileSync } from 'node:fs';
import { dataFile } from '../../contract/package-root.js';
import type { CatalogueFile } from './catalogue.js';

/** The URL of the data file. */
export const catalogueFile = dataFile('shipping/catalogue/categories.json');

export function readCatalogueFile(): CatalogueFile {
  return JSON.parse(readFileSync(catalogueFile, 'utf8')) as CatalogueFile;
}
