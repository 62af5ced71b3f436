import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { book } from '../testing/shipments.js';
import { readWorld } from './read-world.js';
import { countryOf, explainWorldZone, worldZone, worldZoneNames } from './world-zones.js';
import type { CountryCode } from '../../types.js';

const { world } = book;
const country = (code: string) => world.countries.get(code)!;
const zone = (from: string, to: string): string => worldZoneNames[worldZone(country(from), country(to))]!;

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
