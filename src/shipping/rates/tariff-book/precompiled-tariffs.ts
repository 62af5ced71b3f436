/** The tariffs of this package's couriers as the build wrote them down, so that a start need not read and check them. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPrecompiled } from '../../../contract/precompiled/precompiled-data.js';
import type { TariffSource } from './compile-tariffs.js';

/** Where the build puts them. */
export const tariffsFile = new URL('../../precompiled/tariffs.json', import.meta.url);

/** Every file that the tariffs are made of. */
export function tariffFiles(): string[] {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const couriers = readdirSync(here('../tariffs')).filter((name) => name.endsWith('.yaml'));
  const others = ['../geography/world.yaml', '../customs/destinations.yaml'];
  return [...couriers.sort().map((name) => `../tariffs/${name}`), ...others].map(here);
}

/** Undefined when there was no build, or a tariff has changed since. */
export function precompiledTariffs(): TariffSource | undefined {
  return readPrecompiled(tariffsFile, tariffFiles()) as TariffSource | undefined;
}
