/**
 * Parcel zones inside the United States: the distance between the centres of two ZIP3 areas, in the bands that the
 * carriers publish. An unknown ZIP code counts as the centre of its state; where the state is unknown too, the zone is the
 * middle one. Alaska, Hawaii, the territories and military post are zone 9 from everywhere else.
 */
import { readFileSync } from 'node:fs';
import type { Party } from '../../types.js';

/** The names of the zones, nearest first; other code uses the index of a zone. */
export const usZoneNames = ['2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** Where zones 2 to 7 end, in whole miles; zone 8 is farther. */
const zoneEnds = [150, 300, 600, 1000, 1400, 1800];
const middleZone = 3;
const offshoreZone = 7;
const earthRadius = 3958.8;

/** States beyond the contiguous ones, as in the ZIP data (AA, AE and AP are military post). */
const offshore = new Set(['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM', 'AA', 'AE', 'AP']);
/** Territories with country codes of their own, which are domestic destinations of every carrier of the United States. */
export const usTerritories: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'UM']);

/** A point on the unit sphere: the chord between two of them gives their distance without trigonometry. */
interface UsArea {
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

interface Zip3File {
  readonly areas: Readonly<Record<string, [latitude: number, longitude: number, state: string]>>;
  readonly states: Readonly<Record<string, [latitude: number, longitude: number]>>;
}

/** Reads zip3.json, which .ci/generate-zip3.mjs makes. */
export function loadUsAreas(): UsAreas {
  const file = JSON.parse(readFileSync(new URL('zip3.json', import.meta.url), 'utf8')) as Zip3File;
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

/** Why two addresses of the United States are in their zone, as a sentence. */
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
