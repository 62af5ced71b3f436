/**
 * Zones between countries: A the same country, B the same region or neighbours, C to F by the pair of regions, G remote.
 * The regions are data (world.yaml); the table of pairs is made when they are read.
 */
import type { CountryCode } from '../../../contract/types.js';
import { usTerritories } from './us-zones.js';

/** The names of the zones, nearest first; a zone is handled as its index here. */
export const worldZoneNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
const [sameCountry, sameRegion, otherwise, remoteZone] = [0, 1, 5, 6];

/** A country that somebody serves. `index` counts the served countries from 0. */
export interface Country {
  readonly index: number;
  readonly code: string;
  readonly region: string;
  readonly regionName: string;
  readonly remote: boolean;
}

export interface World {
  /** Served countries by code; the territories of the United States lead to US. */
  readonly countries: ReadonlyMap<string, Country>;
  /** How many countries have an index. */
  readonly size: number;
  readonly regions: ReadonlySet<string>;
  /** Zone index by sender's index * size + receiver's index. */
  readonly zones: Uint8Array;
}

/** What world.yaml says; lists of countries are codes with a space between. */
export interface WorldFile {
  readonly regions: Readonly<Record<string, { readonly name: string; readonly countries: string }>>;
  readonly remote: string;
  readonly territories: string;
  readonly unserved: string;
  readonly neighbours: readonly `${string}-${string}`[];
  readonly routes: Readonly<Partial<Record<'C' | 'D' | 'E', Readonly<Record<string, string>>>>>;
}

/** Makes the countries and the table of zones. */
export function makeWorld(file: WorldFile): World {
  const served = servedCountries(file);
  const united = served.get('US');
  const countries = new Map(served);
  if (united !== undefined) for (const territory of usTerritories) countries.set(territory, united);
  const zones = zoneTable(file, [...served.values()]);
  return { countries, size: served.size, regions: new Set(Object.keys(file.regions)), zones };
}

function servedCountries(file: WorldFile): Map<string, Country> {
  const remote = new Set(file.remote.split(' '));
  const countries = new Map<string, Country>();
  for (const [region, { name, countries: codes }] of Object.entries(file.regions)) {
    for (const code of codes.split(' ')) {
      const index = countries.size;
      countries.set(code, { index, code, region, regionName: name, remote: remote.has(code) });
    }
  }
  return countries;
}

function zoneTable(file: WorldFile, countries: readonly Country[]): Uint8Array {
  const routes = routeZones(file);
  const neighbours = new Set(file.neighbours);
  const zones = new Uint8Array(countries.length * countries.length);
  for (const from of countries) {
    for (const to of countries) {
      zones[from.index * countries.length + to.index] = zoneOfPair(from, to, routes, neighbours);
    }
  }
  return zones;
}

function zoneOfPair(
  from: Country,
  to: Country,
  routes: ReadonlyMap<string, number>,
  neighbours: ReadonlySet<string>,
): number {
  if (from === to) return sameCountry;
  if (from.remote || to.remote) return remoteZone;
  if (from.region === to.region) return sameRegion;
  if (neighbours.has(`${from.code}-${to.code}`) || neighbours.has(`${to.code}-${from.code}`))
    return sameRegion;
  return routes.get(`${from.region} ${to.region}`) ?? otherwise;
}

function routeZones(file: WorldFile): Map<string, number> {
  const routes = new Map<string, number>();
  for (const [letter, pairs] of Object.entries(file.routes)) {
    const zone = worldZoneNames.indexOf(letter as 'C' | 'D' | 'E');
    for (const [from, others] of Object.entries(pairs)) {
      for (const to of others.split(' ')) {
        routes.set(`${from} ${to}`, zone);
        routes.set(`${to} ${from}`, zone);
      }
    }
  }
  return routes;
}

/** The served country of an address, or undefined where nobody delivers. */
export function countryOf(world: World, code: CountryCode): Country | undefined {
  return world.countries.get(code);
}

/** The zone between two countries, as an index of `worldZoneNames`. */
export function worldZone(world: World, from: Country, to: Country): number {
  return world.zones[from.index * world.size + to.index] ?? remoteZone;
}

/** Why two countries are in their zone, as a sentence. */
export function explainWorldZone(world: World, from: Country, to: Country): string {
  if (from === to) return `Both addresses are in ${from.code}.`;
  if (from.remote || to.remote) return `${from.remote ? from.code : to.code} is a remote destination.`;
  if (from.region === to.region) return `${from.code} and ${to.code} are both in ${from.regionName}.`;
  if (worldZone(world, from, to) === sameRegion) return `${from.code} and ${to.code} are neighbours.`;
  return `From ${from.regionName} (${from.code}) to ${to.regionName} (${to.code}).`;
}
