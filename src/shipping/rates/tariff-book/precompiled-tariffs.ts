/** The precompiled tariffs of this package's couriers: a start need not read and check the files. */
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readPrecompiled } from '../../../contract/precompiled/precompiled-data.js';
import type { TariffSource } from './compile-tariffs.js';
import { dataFile, packageFile } from '../../../contract/package-root.js';

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

/**
 * A file that the build writes, of what it has read, checked and compiled. It is the same file for the sources and for the
 * built code, so that tests of the sources start a mock as fast as the command does.
 */
export function precompiledFile(name: string): URL {
  return pathToFileURL(packageFile('dist', 'src', 'shipping', 'precompiled', name));
}
