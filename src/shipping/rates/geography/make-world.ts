/** Countries, regions and ZIP areas, made once from the content of world.yaml and zip3.json. */
import { worldZoneNames, type Country, type Region, type UsArea, type UsAreas, type World } from './zones.js';

/** The content of world.yaml; lists of countries are codes separated by spaces. */
export interface WorldFile {
  readonly regions: Readonly<Record<string, { readonly name: string; readonly countries: string }>>;
  readonly remote: string;
  readonly territories: string;
  readonly unserved: string;
  readonly neighbours: readonly `${string}-${string}`[];
  readonly routes: Readonly<Partial<Record<'C' | 'D' | 'E', Readonly<Record<string, string>>>>>;
}

/** Makes countries and regions; the file has been checked (tariff-source.ts). */
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
  const regions = new Map(
    Object.entries(file.regions).map(([key, { name }]) => [key, { name, zones: new Map<Region, number>() }]),
  );
  for (const [letter, pairs] of Object.entries(file.routes)) {
    const zone = worldZoneNames.indexOf(letter as 'C' | 'D' | 'E');
    for (const [from, others] of Object.entries(pairs)) {
      for (const to of others.split(' ')) {
        const [one, other] = [regions.get(from), regions.get(to)];
        if (one === undefined || other === undefined) continue;
        one.zones.set(other, zone);
        other.zones.set(one, zone);
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

/** States beyond the contiguous ones, as in the ZIP data (AA, AE and AP are military post). */
const offshore = new Set(['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM', 'AA', 'AE', 'AP']);
/** Territories with country codes of their own, which are domestic destinations of every carrier of the United States. */
export const usTerritories: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'UM']);

/** The content of zip3.json, which .ci/generate-zip3.mjs makes. */
export interface Zip3File {
  readonly areas: Readonly<Record<string, [latitude: number, longitude: number, state: string]>>;
  readonly states: Readonly<Record<string, [latitude: number, longitude: number]>>;
}

export function makeUsAreas(file: Zip3File): UsAreas {
  const areas = new Array<UsArea | undefined>(1000).fill(undefined);
  for (const [zip3, [latitude, longitude, state]] of Object.entries(file.areas)) {
    areas[Number(zip3)] = areaAt(`ZIP area ${zip3}`, state, latitude, longitude);
  }
  const states = Object.entries(file.states).map(
    ([state, [latitude, longitude]]) =>
      [state, areaAt(`the centre of ${state}`, state, latitude, longitude)] as const,
  );
  return { areas, states: new Map(states) };
}

function areaAt(name: string, state: string, latitude: number, longitude: number): UsArea {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  const x = Math.cos(north) * Math.cos(east);
  const y = Math.cos(north) * Math.sin(east);
  return { name, state, offshore: offshore.has(state), x, y, z: Math.sin(north) };
}
