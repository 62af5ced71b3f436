import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { courierLogo, courierSlugs } from '../../logos/courier-logo.js';
import { tariffFolder } from './precompiled-tariffs.js';
import { loadTariffBook } from './tariff-source.js';
import { book } from '../testing/shipments.js';

describe('the tariffs of this package', () => {
  it('are those of at least 8 couriers with 12 services, each with a date', () => {
    expect(book.couriers.length).toBeGreaterThanOrEqual(8);
    expect(book.services.length).toBeGreaterThanOrEqual(12);
    for (const courier of book.couriers) expect(courier.effective).toMatch(/^20\d\d-\d\d-\d\d$/);
    const types = [
      'ground',
      'express',
      'priority',
      'economy',
      'postal',
      'freight',
      'air_freight',
      'sea_freight',
    ];
    expect(book.services.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
  });

  it('have a logo for each courier, and no other logos', () => {
    expect(courierSlugs()).toEqual(book.couriers.map(({ slug }) => slug).sort());
    for (const slug of courierSlugs()) {
      const svg = courierLogo(slug)!;
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>/);
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/href|url\(|script|https?:|@import/);
    }
    expect(courierLogo('nobody')).toBeUndefined();
    expect(courierLogo('../tariffs/meridian')).toBeUndefined();
  });

  it('name their schema in the first line, for editors', () => {
    for (const name of readdirSync(tariffFolder)) {
      const [first] = readFileSync(join(tariffFolder, name), 'utf8').split('\n');
      expect(first).toBe('# yaml-language-server: $schema=../tariff.schema.json');
    }
  });
});

describe('tariffs with mistakes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tariffs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Puts the tariffs of some couriers into the folder. */
  function copy(...couriers: readonly string[]): void {
    for (const courier of couriers)
      cpSync(join(tariffFolder, `${courier}.yaml`), join(folder, `${courier}.yaml`));
  }

  /** Replaces the first `from` of a tariff and gives the number of the line where it stands. */
  function edit(courier: string, from: string, to: string): number {
    const file = join(folder, `${courier}.yaml`);
    const text = readFileSync(file, 'utf8');
    const at = text.indexOf(from);
    expect(at).toBeGreaterThanOrEqual(0);
    writeFileSync(file, text.slice(0, at) + to + text.slice(at + from.length));
    return text.slice(0, at).split('\n').length;
  }

  /** Returns the complaints of loading the folder, with the folder's random name taken out. */
  function complaints(): string[] {
    try {
      loadTariffBook(folder);
    } catch (error) {
      return (error as Error).message.replaceAll(folder.slice(tmpdir().length + 1), 'tariffs').split('\n');
    }
    return [];
  }

  it('load when there is no mistake', () => {
    copy(...courierSlugs());
    expect(complaints()).toEqual([]);
  });

  const zonesOfGround = "zones: ['2', '3', '4', '5', '6', '7', '8', '9']";
  it.each([
    ['fuel_percent: 16', 'fuel_percent: 75', 'services[0].fuel_percent must be 60 or less, got 75.'],
    ['fuel_percent: 16', 'fuel_percent: a lot', 'services[0].fuel_percent must be a number, got "a lot".'],
    [
      'fuel_percent: 16',
      'fuel_procent: 16',
      'services[0].fuel_procent is not a known field; did you mean fuel_percent?',
    ],
    ['type: ground', 'type: rocket', 'services[0].type must be one of'],
    ['effective: 2026-01-05', 'effective: soon', 'effective must match'],
    ['slug: meridian', 'slug: meridien', "slug must be 'meridian', as the file is named."],
    ['courier: Meridian', 'courier: Kestrel', "courier 'Kestrel' is taken, see tariffs/kestrel.yaml:3."],
    [
      'code: meridian-saver',
      'code: meridian-ground',
      "service code 'meridian-ground' is taken, see tariffs/meridian.yaml:7.",
    ],
    [
      'name: Meridian Ground Saver',
      'name: Kestrel Global Express',
      "service name 'Kestrel Global Express' is taken",
    ],
    ['charge: [9.30,', 'charge: [8.30,', 'meridian-ground: 8.3 is less than the 8.95 of the lighter band.'],
    [
      'charge: [9.30, 9.75',
      'charge: [9.30, 9.20',
      'meridian-ground: 9.2 is less than the 9.3 of a nearer zone.',
    ],
    ['charge: [9.30,', 'charge: [9.305,', 'meridian-ground: 9.305 has more than 2 decimals.'],
    ['charge: [9.30, ', 'charge: [', 'meridian-ground: bands has 7 entries for 8 zones.'],
    ['up_to: 2,', 'up_to: 1,', 'meridian-ground: 1 must be more than the 1 before it.'],
    ['up_to: 2,', 'up_to: 1.5,', 'meridian-ground: 1.5 is not a whole number of steps of 1.'],
    [
      'each: [0.33, 0.4,',
      'each: [0.33, 0.3,',
      'meridian-ground: 0.3 is less than the 0.33 of a nearer zone.',
    ],
    [zonesOfGround, zonesOfGround.replace('9', '10'), "meridian-ground: zone '10' is not one of 2, 3, 4"],
    [
      zonesOfGround,
      zonesOfGround.replace("'2', '3'", "'3', '2'"),
      "zone '2' must stand before the farther ones.",
    ],
    ['[1, 2], [2, 2]', '[1, 2], [2, 1]', 'meridian-ground: day 2 comes after day 1.'],
    [
      '[2, 3], [3, 3]',
      '[2, 3], [1, 3]',
      'meridian-ground: a farther zone must not be faster than a nearer one.',
    ],
    ['fee: [30.00, 33.25', 'fee: [300.00, 333.25', "must not cost more than 'Oversize' before it."],
    ['within: [US]', 'within: [US, CA]', "zoning us-distance needs lanes of 'within: [US]' alone."],
    ['between: [US, CA, MX]', 'between: [US, XX, MX]', "'XX' is no served country, region or 'world'."],
    [
      'between: [US, CA, MX]',
      'within: [US], between: [US]',
      'a lane is either within, between, or from and to.',
    ],
  ])('%s -> %s', (from, to, expected) => {
    copy('meridian', 'kestrel');
    const line = edit('meridian', from, to);
    const found = complaints();
    expect(found.filter((each) => each.includes(expected))).toHaveLength(1);
    const [complaint] = found.filter((each) => each.includes(expected));
    expect(complaint).toMatch(/^tariffs\/(meridian|kestrel)\.yaml:\d+: .+/);
    if (!from.startsWith('courier') && !from.startsWith('name')) {
      expect(complaint).toMatch(new RegExp(`^tariffs/meridian.yaml:${line}: `));
    }
  });

  it('are refused when a weight within the limits has no price, or one too large for a rate id', () => {
    copy('meridian', 'union-post');
    const last = 'each: [0.33, 0.4, 0.48, 0.59, 0.69, 0.82, 0.95, 2.2]';
    edit('meridian', last, `up_to: 60, ${last}`);
    edit('union-post', '2.1]', '90000]');
    expect(complaints()).toEqual([
      expect.stringMatching(
        /^tariffs\/meridian\.yaml:\d+: meridian-ground: 20000 has no price: .* end at 60\.$/,
      ),
      expect.stringMatching(
        /^tariffs\/union-post\.yaml:\d+: union-post-ground: a charge could come to more than USD/,
      ),
    ]);
  });

  it('are refused in one error that lists every problem of every file', () => {
    copy('swiftline', 'padma', 'gulfwing');
    const fuel = edit('swiftline', 'fuel_percent: 18.5', 'fuel_percent: -1');
    const unit = edit('padma', 'unit: kg', 'unit: stone');
    edit('gulfwing', 'courier: Gulfwing', 'courier: [Gulfwing');
    const found = complaints();
    expect(found).toContain(
      `tariffs/swiftline.yaml:${fuel}: services[0].fuel_percent must be 0 or more, got -1.`,
    );
    expect(found).toContain(
      `tariffs/padma.yaml:${unit}: services[0].weight.unit must be one of "lb" or "kg", got "stone".`,
    );
    expect(found.some((each) => /^tariffs\/gulfwing\.yaml:\d+: /.test(each))).toBe(true);
  });

  it('are refused for a duplicate key, and a folder without tariffs is refused too', () => {
    copy('padma');
    edit('padma', 'fuel_percent: 12', 'fuel_percent: 12\n    fuel_percent: 13');
    expect(complaints()).toEqual([expect.stringMatching(/^tariffs\/padma\.yaml:\d+: .*unique/)]);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect(complaints()).toEqual([expect.stringContaining('has no tariff (.yaml).')]);
  });
});
