/**
 * Reads the tariffs of all couriers with the regions and import taxes they rely on. Invalid files are refused
 * together, with a sentence for each problem.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { requireFolder } from '../../../contract/files/required-folder.js';
import { dataFile } from '../../../contract/package-root.js';
import { compileTariffs, type TariffBook, type TariffSource } from './compile-tariffs.js';
import { type DestinationsFile, isComplete, requiredKeys } from '../customs/import-taxes.js';
import { type DataFile, readDataFile } from './data-file.js';
import { DataFileError } from './data-file-error.js';
import { readZip3 } from '../geography/read-zip3.js';
import { makeWorld, usTerritories, type WorldFile } from '../geography/make-world.js';
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

/** Reads world.yaml, and checks that every country is in one region and every name in it is known; undefined where it isn't. */
export function readWorld(
  problems: string[],
  file: URL = dataFile('shipping/rates/geography/world.yaml'),
): WorldFile | undefined {
  const schema = dataFile('shipping/rates/geography/world.schema.json');
  const read = readDataFile<WorldFile>(file, schema, problems);
  if (read === undefined) return undefined;
  const before = problems.length;
  const { content, at } = read;
  const regions = new Set(Object.keys(content.regions));
  const served = new Set<string>();
  const taken = new Set([...content.unserved.split(' '), ...content.territories.split(' ')]);
  for (const [region, { countries }] of Object.entries(content.regions)) {
    for (const code of countries.split(' ')) {
      if (taken.has(code))
        problems.push(`${at(['regions', region])}country ${code} stands here a second time.`);
      served.add(code);
      taken.add(code);
    }
  }
  for (const code of content.remote.split(' ').filter((country) => !served.has(country))) {
    problems.push(`${at(['remote'])}remote country ${code} is in no region.`);
  }
  if (content.territories !== [...usTerritories].sort().join(' ')) {
    problems.push(`${at(['territories'])}territories must be ${[...usTerritories].sort().join(' ')}.`);
  }
  for (const [index, pair] of content.neighbours.entries()) {
    if (pair.split('-').some((code) => !served.has(code))) {
      problems.push(`${at(['neighbours', index])}neighbours '${pair}' has a country in no region.`);
    }
  }
  for (const [zone, pairs] of Object.entries(content.routes)) {
    for (const [from, others] of Object.entries(pairs)) {
      for (const name of [from, ...others.split(' ')].filter((region) => !regions.has(region))) {
        problems.push(`${at(['routes', zone, from])}'${name}' is not one of the regions.`);
      }
    }
  }
  return problems.length > before ? undefined : content;
}

/** Reads destinations.yaml, and checks that every destination is complete and its currency has a rate; undefined where it isn't. */
export function readDestinations(
  problems: string[],
  file: URL = dataFile('shipping/rates/customs/destinations.yaml'),
): DestinationsFile | undefined {
  const schema = dataFile('shipping/rates/customs/destinations.schema.json');
  const read = readDataFile<DestinationsFile>(file, schema, problems);
  if (read === undefined) return undefined;
  const before = problems.length;
  const { groups, destinations, usd_per_unit: rates } = read.content;
  for (const [code, { group, ...own }] of Object.entries(destinations)) {
    const at = read.at(['destinations', code]);
    const shared = group === undefined ? {} : groups[group];
    const destination = { ...shared, ...own };
    if (shared === undefined) problems.push(`${at}${code}: group '${group ?? ''}' is not one of the groups.`);
    else if (!isComplete(destination)) {
      const missing = requiredKeys.filter((key) => destination[key] === undefined);
      problems.push(`${at}${code} lacks ${missing.join(', ')}.`);
    } else if (rates[destination.currency] === undefined) {
      problems.push(`${at}${code}: usd_per_unit has no rate for ${destination.currency}.`);
    }
  }
  return problems.length > before ? undefined : read.content;
}
