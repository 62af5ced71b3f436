// The modules that package.json exports, as paths below dist.
import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const entries = Object.values(exports)
  .map((target) => target.import?.default)
  .filter((file) => file !== undefined)
  .map((file) => file.replace('./dist/', ''));
