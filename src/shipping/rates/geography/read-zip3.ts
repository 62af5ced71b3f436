import { readFileSync } from 'node:fs';
import { dataFile } from '../../../contract/package-root.js';
import type { Zip3File } from './make-world.js';

export const zip3File = dataFile('shipping/rates/geography/zip3.json');

export function readZip3(): Zip3File {
  return JSON.parse(readFileSync(zip3File, 'utf8')) as Zip3File;
}
