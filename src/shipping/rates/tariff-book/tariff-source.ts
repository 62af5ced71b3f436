/**
 * Reads the tariffs of all couriers with the regions and import taxes they rely on. Invalid files are refused
 * together, with a sentence for each problem.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { requireFolder } from '../../../contract/files/required-folder.js';
import { dataFile } from '../../../contract/package-root.js';
import { compileTariffs, type TariffBook, type TariffSource } from './compile-tariffs.js';
import { readDestinations } from '../customs/read-destinations.js';
import { type DataFile, readDataFile } from './data-file.js';
import { DataFileError } from './data-file-error.js';
import { readWorld } from '../geography/read-world.js';
import { readZip3 } from '../geography/read-zip3.js';
import { makeWorld } from '../geography/make-world.js';
import { tariffFolder } from './precompiled-tariffs.js';
import { checkTariffs } from './tariff-checks.js';
import type { TariffFile } from './tariff-file.js';

/** The tariff book of a folder, by default this package's. @throws as `readTariffSource` */
export function loadTariffBook(folder: string = tariffFolder): TariffBook {
  return compileTariffs(readTariffSource(folder), readZip3());
}

/**
 * Reads every .yaml file of a folder as the tariff of one courier.
 * @throws OptionError for a folder that can't be read, DataFileError with one line for each problem: "tariffs/swiftline.yaml:14: ..."
 */
export function readTariffSource(folder: string): TariffSource {
  const problems: string[] = [];
  const world = readWorld(problems);
  const destinations = readDestinations(problems);
  const files = readTariffs(folder, problems);
  if (world !== undefined) checkTariffs(files, makeWorld(world), problems);
  if (problems.length > 0 || world === undefined || destinations === undefined)
    throw new DataFileError(problems);
  return { tariffs: files.map(({ content }) => content), world, destinations };
}

function readTariffs(folder: string, problems: string[]): DataFile<TariffFile>[] {
  const schema = dataFile('shipping/rates/tariff-book/tariff.schema.json');
  const files: DataFile<TariffFile>[] = [];
  requireFolder(folder, '--tariffs');
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  if (names.length === 0) problems.push(`${folder} has no tariff (.yaml).`);
  for (const name of names.sort()) {
    const file = readDataFile<TariffFile>(join(folder, name), schema, problems);
    if (file === undefined) continue;
    files.push(file);
    const slug = basename(name, '.yaml');
    if (file.content.slug !== slug)
      problems.push(`${file.at(['slug'])}slug must be '${slug}', as the file is named.`);
  }
  return files;
}
