/** Finds the faults and the variants by their folders, so that there is no list to keep: a new file is enough. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeFile } from '../../src/contract/package-root.js';
import type { Fault, Variation } from './variation.js';

/** Every fault: the default exports of `faults/<topic>/<name>.ts`. */
export const loadFaults = (): Promise<Fault[]> => load<Fault>('faults');

/** Every variant: the default exports of `variants/<topic>/<name>.ts`. */
export const loadVariants = (): Promise<Variation[]> => load<Variation>('variants');

async function load<Kind extends Variation>(folder: string): Promise<Kind[]> {
  const root = codeFile('kill-matrix', folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^/\\]+[/\\][^/\\]+(?<!\.d)\.[jt]s$/.test(name))
    .sort();
  const loaded: Kind[] = [];
  for (const name of files) {
    const module = (await import(pathToFileURL(join(root, name)).href)) as { default?: unknown };
    if (!Array.isArray(module.default))
      throw new Error(`kill-matrix/${folder}/${name}: the default export must be a list of ${folder}.`);
    loaded.push(...(module.default as Kind[]));
  }
  return loaded;
}
