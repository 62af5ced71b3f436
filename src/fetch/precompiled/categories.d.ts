import type { CatalogueFile } from '../../shipping/catalogue/catalogue.js';

declare const file: CatalogueFile;
export default file;
