import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import type { RateRequest, ShippingRate } from '../types.js';
import { rateShipment } from './rate-shipment.js';
import { any, book, box, context, ordinary, party, property, request, usParty } from './testing/shipments.js';
import { anyCharacter } from '../../testing/properties/any-character.js';

const rates = (shipment: RateRequest): readonly ShippingRate[] => rateShipment(shipment, context).rates;
const couriers = (found: readonly ShippingRate[]): Set<string> => new Set(found.map(({ logo }) => logo));
const lane = (from: string, to: string): RateRequest =>
  request({
    sender: party(from, '78701', 'TX'),
    receiver: party(to),
    weight_unit: 'KG',
    box_dimension: [box(40, 30, 20, 5.5)],
  });
const chargeOf = (found: readonly ShippingRate[], name: string): number =>
  found.find((each) => each.courier_name === name)?.shipping_charge ?? NaN;

describe('rateShipment', () => {
  it('offers three couriers or more inside the United States, wherever a usual parcel goes', () => {
    fc.assert(
      fc.property(ordinary, usParty, usParty, (shipment, sender, receiver) => {
        const parcel = { ...shipment, sender, receiver, box_dimension: [box(16, 12, 8, 9.5)], weight: 9.5 };
        expect(couriers(rates({ ...parcel, weight_unit: 'LBS' })).size).toBeGreaterThanOrEqual(3);
      }),
      property,
    );
  });

  it.each([
    'US BD 3',
    'US CA 4',
    'US MX 4',
    'US GB 3',
    'US DE 3',
    'US IN 3',
    'US AE 4',
    'US CN 4',
    'US AU 4',
    'US SG 4',
    'US JP 4',
    'US NG 3',
    'US BR 3',
    'BD US 4',
    'GB US 3',
    'CN US 4',
    'BD IN 3',
    'DE FR 3',
    'BD GB 3',
    'KE IN 2',
  ])('offers a choice of couriers: %s', (text) => {
    const [from = '', to = '', least] = text.split(' ');
    expect(couriers(rates(lane(from, to))).size).toBeGreaterThanOrEqual(Number(least));
  });

  it('offers two services or more inside every country, and two couriers from the United States to almost every one', () => {
    for (const code of new Set([...book.world.countries.values()].map((each) => each.code))) {
      expect([code, rates(lane(code, code)).length]).toEqual([code, expect.any(Number)]);
      expect(rates(lane(code, code)).length).toBeGreaterThanOrEqual(2);
      if (code !== 'US') expect(couriers(rates(lane('US', code))).size).toBeGreaterThanOrEqual(2);
    }
  });

  it('carries documents everywhere, without freight services', () => {
    for (const to of ['US', 'BD', 'GB', 'FK']) {
      const found = rates(request({ receiver: party(to, '60606', 'IL'), product_type: '3' }));
      expect(found.length).toBeGreaterThanOrEqual(2);
      expect(found.map((each) => each.courier_type).filter((type) => type.includes('freight'))).toEqual([]);
    }
  });

  it('offers freight for a shipment that is too heavy for parcels', () => {
    const heavy = rates(request({ box_dimension: [box(48, 40, 40, 400)] }));
    expect(heavy.map((each) => each.courier_type)).toEqual(['freight', 'air_freight']);
    const pallet = { ...lane('US', 'BD'), box_dimension: [box(120, 80, 90, 180)], weight: 180 };
    expect(rates(pallet).map((each) => each.courier_type)).toEqual(['sea_freight', 'air_freight']);
  });

  it('has no rates where no courier delivers', () => {
    expect(rateShipment(lane('US', 'KP'), context)).toMatchObject({ rates: [], explanations: [] });
    expect(rates(lane('AQ', 'US'))).toEqual([]);
  });

  it('treats territories as domestic', () => {
    const found = rates(request({ receiver: party('PR', '00901', 'PR') }));
    expect(couriers(found).size).toBeGreaterThanOrEqual(3);
    expect(found[0]!.import_tax).toBe('No import tax (domestic shipment).');
  });

  it('charges the amounts of the document’s examples', () => {
    const found = rates(request());
    expect(chargeOf(found, 'Meridian Ground')).toBe(16.07);
    expect(chargeOf(found, 'Swiftline Express')).toBe(54.31);
  });

  it('charges realistic amounts', () => {
    const near = rates(
      request({
        sender: party('US', '10001', 'NY'),
        receiver: party('US', '19103', 'PA'),
        box_dimension: [box(10, 8, 6, 5)],
      }),
    );
    expect(chargeOf(near, 'Meridian Ground')).toBeGreaterThan(10);
    expect(chargeOf(near, 'Meridian Ground')).toBeLessThan(13);
    expect(chargeOf(near, 'Swiftline Express')).toBeGreaterThan(2 * chargeOf(near, 'Meridian Ground'));
    expect(chargeOf(near, 'Swiftline Two Day')).toBeLessThan(chargeOf(near, 'Swiftline Express'));
    expect(chargeOf(rates(lane('US', 'BD')), 'Kestrel Global Economy')).toBeGreaterThan(80);
  });

  it('adds surcharges for long and heavy boxes and bills oversize ones at 90 lb or more', () => {
    const explain = (length: number, weight: number) =>
      rateShipment(request({ box_dimension: [box(length, 8, 6, weight)] }), context).explanations.find(
        (each) => each.serviceCode === 'meridian-ground',
      )!;
    expect(explain(40, 20).surcharges).toEqual([]);
    expect(explain(50, 20).surcharges).toEqual([{ name: 'Additional handling', boxes: 1, cents: 3850 }]);
    expect(explain(40, 51).surcharges).toEqual([{ name: 'Additional handling', boxes: 1, cents: 3850 }]);
    expect(explain(100, 20)).toMatchObject({
      surcharges: [{ name: 'Oversize', boxes: 1, cents: 29_500 }],
      boxes: [{ actual: 20, dimensional: 35, billable: 90 }],
      billedWeight: 90,
    });
  });

  it('orders equal charges by name', () => {
    const ground = book.serviceByCode.get('meridian-ground')!;
    const services = ['Alpha', 'Beta', 'Gamma'].map((name) => ({ ...ground, name }));
    const found = rateShipment(request(), { ...context, tariffs: { ...book, services } }).rates;
    expect(found.map((each) => each.courier_name)).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  it('refuses a total that the boxes could not hold', () => {
    expect(rates(request({ weight: 150 })).length).toBeGreaterThan(2);
    expect(rates(request({ weight: 151 })).map((each) => each.courier_name)).not.toContain('Meridian Ground');
  });

  it('gives the frozen rates for seed 1', () => {
    const home: RateRequest = {
      ...request({ box_dimension: [box(16, 12, 8, 9.5), box(20, 14, 10, 12)] }),
      sender: party('US', '90028', 'CA'),
      receiver: party('US', '75201', 'TX'),
      delivery_type: 'residential',
    };
    for (const shipment of [home, lane('US', 'BD'), lane('DE', 'CH')]) {
      expect(rates(shipment)).toMatchSnapshot();
    }
    expect(rateShipment(home, context).explanations[0]).toMatchSnapshot();
  });

  it('writes as JSON what JSON.stringify makes of the rates, for any shipment and any address of the logos', () => {
    let most = 0;
    const check = (shipment: RateRequest, logoBase: string): void => {
      const rated = rateShipment(shipment, { ...context, logoBase });
      most = Math.max(most, rated.rates.length);
      expect(rated.json).toBe(JSON.stringify(rated.rates));
    };
    fc.assert(fc.property(any, fc.string({ unit: anyCharacter }), check), { ...property, numRuns: 1000 });
    expect(most).toBeGreaterThan(5);
  });
});
