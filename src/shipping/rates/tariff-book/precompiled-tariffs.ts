/** The precompiled tariffs of this package's couriers: a start need not read and check the files. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dataFile } from '../../../contract/package-root.js';
import { readPrecompiled } from '../../../contract/precompiled/precompiled-data.js';
import { precompiledFile } from '../../precompiled-file.js';
import type { TariffSource } from './compile-tariffs.js';

/** The folder of this package's tariffs. */
export const tariffFolder = fileURLToPath(dataFile('shipping/rates/tariffs'));

/** Their file in the build. */
export const tariffsFile = precompiledFile('tariffs.json');

/** The source files of the tariffs. */
export function tariffFiles(): string[] {
  const here = (path: string): string => fileURLToPath(dataFile(`shipping/rates/${path}`));
  const couriers = readdirSync(tariffFolder).filter((name) => name.endsWith('.yaml'));
  const others = ['geography/world.yaml', 'customs/destinations.yaml'];
  return [...couriers.sort().map((name) => `tariffs/${name}`), ...others].map(here);
}

/** Undefined without a build, or when a tariff has changed since. */
export function precompiledTariffs(): TariffSource | undefined {
  return readPrecompiled(tariffsFile, tariffFiles()) as TariffSource | undefined;
}
