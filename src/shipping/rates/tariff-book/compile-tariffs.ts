/**
 * Makes the tariff book from checked data. It needs neither YAML nor JSON Schema, so a start can
 * use precompiled data, also in a browser.
 */
import { type DestinationsFile, type ImportTaxes, makeImportTaxes } from '../customs/import-taxes.js';
import { makeUsAreas, makeWorld, type WorldFile, type Zip3File } from '../geography/make-world.js';
import type { UsAreas, World } from '../geography/zones.js';
import { type WeightRule, weightRule } from '../shipment.js';
import { compileService, type Courier, type Service } from './compile-service.js';
import type { TariffFile, WeightTerms } from './tariff-file.js';

/** The data that rating needs, as plain JSON. */
export interface TariffSource {
  readonly tariffs: readonly TariffFile[];
  readonly world: WorldFile;
  readonly destinations: DestinationsFile;
}

export interface TariffBook {
  readonly couriers: readonly Courier[];
  /** In the order of their names, which settles equal charges. */
  readonly services: readonly Service[];
  readonly serviceByCode: ReadonlyMap<string, Service>;
  /** The number of different rules of billable weight. */
  readonly weightRules: number;
  readonly us: UsAreas;
  readonly world: World;
  readonly importTaxes: ImportTaxes;
}

/** Turns tariffs into tables. */
export function compileTariffs(source: TariffSource, zip3: Zip3File): TariffBook {
  const world = makeWorld(source.world);
  const rules = new Map<string, WeightRule>();
  const ruleOf = (terms: WeightTerms): WeightRule => {
    const key = JSON.stringify(Object.entries(terms).sort());
    const rule = rules.get(key) ?? weightRule(terms, rules.size);
    rules.set(key, rule);
    return rule;
  };
  const couriers: Courier[] = [];
  const services: Service[] = [];
  for (const { courier: name, slug, effective, services: tariffs } of source.tariffs) {
    const courier = { name, slug, effective };
    couriers.push(courier);
    for (const tariff of tariffs)
      services.push(compileService(courier, tariff, ruleOf(tariff.weight), world));
  }
  services.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    couriers,
    services,
    serviceByCode: new Map(services.map((service) => [service.code, service])),
    weightRules: rules.size,
    us: makeUsAreas(zip3),
    world,
    importTaxes: makeImportTaxes(source.destinations),
  };
}
