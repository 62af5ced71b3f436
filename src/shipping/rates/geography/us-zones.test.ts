import { describe, expect, it } from '@jest/globals';
import { party } from '../testing/shipments.js';
import { explainUsZone, loadUsAreas, usZone, usZoneNames } from './us-zones.js';

const us = loadUsAreas();
const zone = (from: string, to: string, state = 'NY'): string =>
  usZoneNames[usZone(us, party('US', from, 'NY'), party('US', to, state))]!;

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
    expect(zone('10001', to)).toBe(expected);
    expect(zone(to, '10001')).toBe(expected);
  });

  it.each(['99501', '96813', '00901', '00802', '96910', '09001'])('10001 to %s is zone 9', (to) => {
    expect(zone('10001', to)).toBe('9');
  });

  it('counts distance inside one offshore state', () => {
    expect(zone('96813', '96701')).toBe('2');
    expect(zone('99501', '99801')).toBe('5');
  });

  it('takes the country code of a territory for its state', () => {
    expect(usZone(us, party('US', '10001', 'NY'), party('PR', 'none', '-'))).toBe(usZoneNames.indexOf('9'));
  });

  it('falls back to the centre of the state, then to the middle zone, and explains it', () => {
    expect(zone('10001', 'unknown', 'ca')).toBe('8');
    expect(zone('10001', 'unknown', 'ZZ')).toBe('5');
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
