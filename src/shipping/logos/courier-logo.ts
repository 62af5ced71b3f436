/** The couriers' logos: one SVG beside this file for each courier, named by its slug. They are read when first requested. */
import { readdirSync, readFileSync } from 'node:fs';
import { dataFile } from '../../contract/package-root.js';

const folder = dataFile('shipping/logos/');
let logos: ReadonlyMap<string, string> | undefined;

/** The SVG of a courier; undefined for an unknown slug. */
export function courierLogo(slug: string): string | undefined {
  return allLogos().get(slug);
}

/** The slugs of all logos, ascending. */
export function courierSlugs(): string[] {
  return [...allLogos().keys()].sort();
}

function allLogos(): ReadonlyMap<string, string> {
  logos ??= new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.svg'))
      .map((name) => [name.slice(0, -'.svg'.length), readFileSync(new URL(name, folder), 'utf8')]),
  );
  return logos;
}
