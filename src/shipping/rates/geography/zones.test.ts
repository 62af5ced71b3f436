import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CountryCode } from '../../types.js';
import { book, party } from '../testing/shipments.js';
import { readWorld } from '../tariff-book/tariff-source.js';
import { explainUsZone, explainWorldZone } from './zones.js';
import { countryOf, usZone, usZoneNames, worldZone, worldZoneNames } from './zones.js';

const { us, world } = book;
const zoneInUs = (from: string, to: string, state = 'NY'): string =>
  usZoneNames[usZone(us, party('US', from, 'NY'), party('US', to, state))]!;
const country = (code: string) => world.countries.get(code)!;
const zone = (from: string, to: string): string => worldZoneNames[worldZone(country(from), country(to))]!;

describe('zones inside the United States', () => {
  it.each([
    ['19103', '2'],
    ['02108', '3'],
    ['60601', '5'],
    ['33101', '6'],
    ['75201', '6'],
    ['90210', '8'],
    ['10099', '2'],
  ])('10001 to %s is zone %s', (to, expected) => {
    expect(zoneInUs('10001', to)).toBe(expected);
    expect(zoneInUs(to, '10001')).toBe(expected);
  });

  it.each(['99501', '96813', '00901', '00802', '96910', '09001'])('10001 to %s is zone 9', (to) => {
    expect(zoneInUs('10001', to)).toBe('9');
  });

  it('counts distance inside one offshore state', () => {
    expect(zoneInUs('96813', '96701')).toBe('2');
    expect(zoneInUs('99501', '99801')).toBe('5');
  });

  it('takes the country code of a territory for its state', () => {
    expect(usZone(us, party('US', '10001', 'NY'), party('PR', 'none', '-'))).toBe(usZoneNames.indexOf('9'));
  });

  it('falls back to the centre of the state, then to the middle zone, and explains it', () => {
    expect(zoneInUs('10001', 'unknown', 'ca')).toBe('8');
    expect(zoneInUs('10001', 'unknown', 'ZZ')).toBe('5');
    expect(explainUsZone(us, party('US', '10001'), party('US', '-', 'ZZ'))).toBe(
      'ZIP code - and state ZZ are unknown, so the middle zone is taken.',
    );
  });

  it('explains the distance and the band', () => {
    expect(explainUsZone(us, party('US', '10001'), party('US', '60601'))).toMatch(
      /^7\d\d miles from ZIP area 100 to ZIP area 606; the zone covers 601 to 1000 miles\.$/,
    );
    expect(explainUsZone(us, party('US', '10001'), party('US', '90210'))).toMatch(/1801 miles and more\.$/);
    expect(explainUsZone(us, party('US', '10001'), party('US', '19103'))).toMatch(/0 to 150 miles\.$/);
    expect(explainUsZone(us, party('US', '10001'), party('US', '10002'))).toBe(
      'Both addresses are in ZIP area 100.',
    );
    expect(explainUsZone(us, party('US', '10001'), party('US', '96813'))).toMatch(
      /beyond the contiguous states\.$/,
    );
  });
});

describe('zones between countries', () => {
  it('give every country code of the document one zone', () => {
    const document = parse(readFileSync(new URL('../../../../openapi.yaml', import.meta.url), 'utf8')) as {
      components: { schemas: { CountryCode: { enum: string[] } } };
    };
    const problems: string[] = [];
    const file = readWorld(problems)!;
    expect(problems).toEqual([]);
    const regions = Object.values(file.regions).flatMap(({ countries }) => countries.split(' '));
    const places = [...regions, ...file.territories.split(' '), ...file.unserved.split(' ')];
    expect(places.sort()).toEqual([...document.components.schemas.CountryCode.enum].sort());
  });

  it.each([
    ['BD', 'BD', 'A'],
    ['US', 'CA', 'B'],
    ['US', 'MX', 'B'],
    ['DE', 'FR', 'B'],
    ['AE', 'SA', 'B'],
    ['BD', 'IN', 'B'],
    ['SG', 'JP', 'C'],
    ['US', 'GB', 'D'],
    ['US', 'JP', 'E'],
    ['US', 'AU', 'E'],
    ['US', 'BD', 'F'],
    ['BR', 'JP', 'F'],
    ['US', 'FK', 'G'],
  ])('%s to %s is zone %s, both ways', (from, to, expected) => {
    expect([zone(from, to), zone(to, from)]).toEqual([expected, expected]);
  });

  it('treat territories as the United States, and exclude countries without delivery', () => {
    expect(countryOf(world, 'PR')?.code).toBe('US');
    expect(countryOf(world, 'AQ')).toBeUndefined();
    expect(countryOf(world, 'constructor' as CountryCode)).toBeUndefined();
  });

  it.each([
    ['US', 'US', 'Both addresses are in US.'],
    ['US', 'CA', 'US and CA are both in North America.'],
    ['US', 'MX', 'US and MX are neighbours.'],
    ['US', 'BD', 'From North America (US) to South Asia (BD).'],
    ['US', 'FK', 'FK is a remote destination.'],
  ])('explain %s to %s', (from, to, reason) => {
    expect(explainWorldZone(country(from), country(to))).toBe(reason);
  });
});
