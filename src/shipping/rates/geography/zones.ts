/**
 * Zones: how far a shipment goes, as tariffs count it.
 *
 * Between countries: A the same country, B the same region or neighbours, C to F by the pair of regions, G remote.
 * Inside the United States: the distance between the centres of two ZIP3 areas, in the bands that the carriers publish. An
 * unknown ZIP code counts as the centre of its state; where the state is unknown too, the zone is the middle one. Alaska,
 * Hawaii, the territories and military post are zone 9 from everywhere else.
 */
import type { CountryCode, Party } from '../../types.js';

/** The names of the zones, nearest first; other code uses the index of a zone. */
export const worldZoneNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
const [sameCountry, sameRegion, otherwise, remoteZone] = [0, 1, 5, 6];
export const usZoneNames = ['2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** The ends of zones 2 to 7, in whole miles; zone 8 is farther. */
const zoneEnds = [150, 300, 600, 1000, 1400, 1800];
const middleZone = 3;
const offshoreZone = 7;
const earthRadius = 3958.8;

export function zoneNames(zoning: 'us-distance' | 'world'): readonly string[] {
  return zoning === 'world' ? worldZoneNames : usZoneNames;
}

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
  /** Number of countries that have an index. */
  readonly size: number;
  /** Indexes of the countries of a place: a country's code, a region, or `world`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** A point on the unit sphere: the chord between two of them gives their distance without trigonometry. */
export interface UsArea {
  readonly name: string;
  readonly state: string;
  readonly offshore: boolean;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface UsAreas {
  /** By ZIP3 as a number, 0 to 999. */
  readonly areas: readonly (UsArea | undefined)[];
  readonly states: ReadonlyMap<string, UsArea>;
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

/** Explains in a sentence why two countries are in their zone. */
export function explainWorldZone(from: Country, to: Country): string {
  if (from === to) return `Both addresses are in ${from.code}.`;
  if (from.remote || to.remote) return `${from.remote ? from.code : to.code} is a remote destination.`;
  if (from.region === to.region) return `${from.code} and ${to.code} are both in ${from.region.name}.`;
  if (from.neighbours.has(to.code)) return `${from.code} and ${to.code} are neighbours.`;
  return `From ${from.region.name} (${from.code}) to ${to.region.name} (${to.code}).`;
}

/** The zone between two addresses of the United States, as an index of `usZoneNames`. */
export function usZone(us: UsAreas, sender: Party, receiver: Party): number {
  const from = locate(us, sender);
  const to = locate(us, receiver);
  if (from === undefined || to === undefined) return middleZone;
  if (isOffshoreLane(from, to)) return offshoreZone;
  const miles = milesBetween(from, to);
  let zone = 0;
  while (zone < zoneEnds.length && miles > (zoneEnds[zone] ?? 0)) zone++;
  return zone;
}

/** Explains in a sentence why two addresses of the United States are in their zone. */
export function explainUsZone(us: UsAreas, sender: Party, receiver: Party): string {
  const from = locate(us, sender);
  const to = locate(us, receiver);
  if (from === undefined || to === undefined) {
    const unknown = from === undefined ? sender : receiver;
    return `ZIP code ${unknown.zip_code} and state ${unknown.state_short_code} are unknown, so the middle zone is taken.`;
  }
  if (isOffshoreLane(from, to)) {
    return `From ${from.name} (${from.state}) to ${to.name} (${to.state}): beyond the contiguous states.`;
  }
  if (from === to) return `Both addresses are in ${from.name}.`;
  const miles = milesBetween(from, to);
  const end = zoneEnds.findIndex((last) => miles <= last);
  const last = end < 0 ? undefined : zoneEnds[end];
  const first = (zoneEnds[(end < 0 ? zoneEnds.length : end) - 1] ?? -1) + 1;
  const band = last === undefined ? `${first} miles and more` : `${first} to ${last} miles`;
  return `${miles} miles from ${from.name} to ${to.name}; the zone covers ${band}.`;
}

/** Whole miles, because the published bands are whole miles. */
function milesBetween(from: UsArea, to: UsArea): number {
  const x = from.x - to.x;
  const y = from.y - to.y;
  const z = from.z - to.z;
  const chord = Math.sqrt(x * x + y * y + z * z);
  return Math.round(2 * earthRadius * Math.asin(Math.min(1, chord / 2)));
}

/** Between two offshore areas of one state (Anchorage to Juneau) the distance decides, as elsewhere. */
function isOffshoreLane(from: UsArea, to: UsArea): boolean {
  return (from.offshore || to.offshore) && from.state !== to.state;
}

function locate(us: UsAreas, party: Party): UsArea | undefined {
  const zip3 = zip3Of(party.zip_code);
  const area = zip3 < 0 ? undefined : us.areas[zip3];
  if (area !== undefined) return area;
  return us.states.get(
    party.country_code === 'US' ? party.state_short_code.toUpperCase() : party.country_code,
  );
}

/** The first three digits of a ZIP code as a number, -1 if there are none. */
function zip3Of(zip: string): number {
  let zip3 = 0;
  for (let at = 0; at < 3; at++) {
    const digit = zip.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    zip3 = zip3 * 10 + digit;
  }
  return zip3;
}
