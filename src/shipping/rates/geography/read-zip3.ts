import { readFileSync } from 'node:fs';
import type { Zip3File } from './make-world.js';

export const zip3File = new URL('zip3.json', import.meta.url);

export function readZip3(): Zip3File {
  return JSON.parse(readFileSync(zip3File, 'utf8')) as Zip3File;
}
