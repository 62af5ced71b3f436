/**
 * Zones between countries: A the same country, B the same region or neighbours, C to F by the pair of regions, G remote.
 * The regions are data (world.yaml); the table of pairs is made when they are read.
 */
import type { CountryCode } from '../../types.js';
import { usTerritories } from './us-zones.js';

/** The names of the zones, nearest first; other code uses the index of a zone. */
export const worldZoneNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
const [sameCountry, sameRegion, otherwise, remoteZone] = [0, 1, 5, 6];

/** A country that a courier serves. `index` counts the served countries from 0. */
export interface Country {
  readonly index: number;
  readonly code: string;
  readonly region: Region;
  readonly remote: boolean;
  /** Codes of neighbours, which are nearer than their region. */
  readonly neighbours: ReadonlySet<string>;
}

export interface Region {
  readonly name: string;
  /** Zone index by the other region; regions that are not listed are far. */
  readonly zones: ReadonlyMap<Region, number>;
}

export interface World {
  /** Served countries by code; the territories of the United States lead to US. */
  readonly countries: ReadonlyMap<string, Country>;
  /** How many countries have an index. */
  readonly size: number;
  /** Indexes of the countries of a place: a country's code, a region, or `world`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The content of world.yaml; lists of countries are codes separated by spaces. */
export interface WorldFile {
  readonly regions: Readonly<Record<string, { readonly name: string; readonly countries: string }>>;
  readonly remote: string;
  readonly territories: string;
  readonly unserved: string;
  readonly neighbours: readonly `${string}-${string}`[];
  readonly routes: Readonly<Partial<Record<'C' | 'D' | 'E', Readonly<Record<string, string>>>>>;
}

/** Makes countries and regions; the file has been checked (read-world.ts). */
export function makeWorld(file: WorldFile): World {
  const regions = makeRegions(file);
  const remote = new Set(file.remote.split(' '));
  const neighbours = neighboursOf(file);
  const countries = new Map<string, Country>();
  const places = new Map<string, number[]>([['world', []]]);
  for (const [key, { countries: codes }] of Object.entries(file.regions)) {
    const region = regions.get(key);
    if (region === undefined) continue;
    places.set(key, []);
    for (const code of codes.split(' ')) {
      const index = countries.size;
      const near = neighbours.get(code) ?? nobody;
      countries.set(code, { index, code, region, remote: remote.has(code), neighbours: near });
      places.set(code, [index]);
      for (const place of [key, 'world']) places.get(place)?.push(index);
    }
  }
  const size = countries.size;
  const united = countries.get('US');
  if (united !== undefined) for (const territory of usTerritories) countries.set(territory, united);
  return { countries, size, places };
}

const nobody: ReadonlySet<string> = new Set();

function makeRegions(file: WorldFile): Map<string, Region> {
  const zones = new Map(Object.keys(file.regions).map((key) => [key, new Map<Region, number>()]));
  const regions = new Map<string, Region>();
  for (const [key, { name }] of Object.entries(file.regions)) {
    regions.set(key, { name, zones: zones.get(key) ?? new Map<Region, number>() });
  }
  for (const [letter, pairs] of Object.entries(file.routes)) {
    const zone = worldZoneNames.indexOf(letter as 'C' | 'D' | 'E');
    for (const [from, others] of Object.entries(pairs)) {
      for (const to of others.split(' ')) {
        const [one, other] = [regions.get(from), regions.get(to)];
        if (one === undefined || other === undefined) continue;
        zones.get(from)?.set(other, zone);
        zones.get(to)?.set(one, zone);
      }
    }
  }
  return regions;
}

function neighboursOf(file: WorldFile): Map<string, Set<string>> {
  const neighbours = new Map<string, Set<string>>();
  const add = (code: string, near: string): void => {
    neighbours.set(code, (neighbours.get(code) ?? new Set()).add(near));
  };
  for (const pair of file.neighbours) {
    const [one = '', other = ''] = pair.split('-');
    add(one, other);
    add(other, one);
  }
  return neighbours;
}

/** The served country of an address; undefined where no courier delivers. */
export function countryOf(world: World, code: CountryCode): Country | undefined {
  return world.countries.get(code);
}

/** The zone between two countries, as an index of `worldZoneNames`; the same in both directions. */
export function worldZone(from: Country, to: Country): number {
  if (from === to) return sameCountry;
  if (from.remote || to.remote) return remoteZone;
  if (from.region === to.region || from.neighbours.has(to.code)) return sameRegion;
  return from.region.zones.get(to.region) ?? otherwise;
}

/** Why two countries are in their zone, as a sentence. */
export function explainWorldZone(from: Country, to: Country): string {
  if (from === to) return `Both addresses are in ${from.code}.`;
  if (from.remote || to.remote) return `${from.remote ? from.code : to.code} is a remote destination.`;
  if (from.region === to.region) return `${from.code} and ${to.code} are both in ${from.region.name}.`;
  if (from.neighbours.has(to.code)) return `${from.code} and ${to.code} are neighbours.`;
  return `From ${from.region.name} (${from.code}) to ${to.region.name} (${to.code}).`;
}
