/**
 * The tariffs of all couriers, read and checked once and then only looked at: the data that rating runs on. Files that
 * are wrong are refused together, with a sentence for each problem, and nothing of them is loaded.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WeightRule, weightRule } from './billable-weight.js';
import { type ImportTaxes, loadImportTaxes } from './customs/import-taxes.js';
import { type DataFile, DataFileError, dataSchema, readDataFile } from './data-file.js';
import { loadUsAreas, type UsAreas } from './geography/us-zones.js';
import { loadWorld, type World } from './geography/world-zones.js';
import { type Courier, makeCourier, makeService, type Service } from './service.js';
import { checkTariffs } from './tariff-checks.js';
import type { TariffFile, WeightTerms } from './tariff-file.js';

/** Where the tariffs of this package's couriers are. */
export const tariffFolder = fileURLToPath(new URL('tariffs', import.meta.url));

export interface TariffBook {
  readonly couriers: readonly Courier[];
  /** In the order of their names, which settles equal charges. */
  readonly services: readonly Service[];
  readonly serviceByCode: ReadonlyMap<string, Service>;
  /** How many different rules of billable weight there are. */
  readonly weightRules: number;
  readonly us: UsAreas;
  readonly world: World;
  readonly importTaxes: ImportTaxes;
}

/**
 * Reads every .yaml file of a folder as the tariff of one courier.
 * @param folder path of the folder; the couriers of this package by default
 * @throws DataFileError with one line for each problem: "tariffs/swiftline.yaml:14: ..."
 */
export function loadTariffBook(folder = tariffFolder): TariffBook {
  const world = loadWorld();
  const schema = dataSchema<TariffFile>(new URL('tariff.schema.json', import.meta.url));
  const problems: string[] = [];
  const slugs = new Map<DataFile<TariffFile>, string>();
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  for (const name of names.sort()) {
    const file = readDataFile(join(folder, name), schema, problems);
    if (file !== undefined) slugs.set(file, basename(name, '.yaml'));
  }
  if (names.length === 0) problems.push(`${folder} has no tariff (.yaml).`);
  const files = [...slugs.keys()];
  checkTariffs(files, slugs, world, problems);
  if (problems.length > 0) throw new DataFileError(problems);
  const tariffs = files.map(({ content }) => content);
  return makeTariffBook(tariffs, world);
}

function makeTariffBook(files: readonly TariffFile[], world: World): TariffBook {
  const rules = new Map<string, WeightRule>();
  const ruleOf = (terms: WeightTerms): WeightRule => {
    const key = JSON.stringify(Object.entries(terms).sort());
    const rule = rules.get(key) ?? weightRule(terms, rules.size);
    rules.set(key, rule);
    return rule;
  };
  const couriers: Courier[] = [];
  const services: Service[] = [];
  for (const file of files) {
    const courier = makeCourier(file);
    couriers.push(courier);
    for (const tariff of file.services)
      services.push(makeService(courier, tariff, ruleOf(tariff.weight), world));
  }
  services.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    couriers,
    services,
    serviceByCode: new Map(services.map((service) => [service.code, service])),
    weightRules: rules.size,
    us: loadUsAreas(),
    world,
    importTaxes: loadImportTaxes(),
  };
}
