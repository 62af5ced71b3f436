import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/properties/fast-check.js';
import type { RateRequest } from '../types.js';
import { usZone, worldZone } from './geography/zones.js';
import { type RatedShipment, rateShipment } from './rate-shipment.js';
import { gramsPerPound } from './shipment.js';
import { tariffFolder } from './tariff-book/precompiled-tariffs.js';
import { readTariffSource } from './tariff-book/tariff-source.js';
import {
  absurd,
  any,
  book,
  context,
  ordinary,
  ordinaryInPounds,
  party,
  property,
  request,
  usParty,
} from './testing/shipments.js';

const rate = (shipment: RateRequest): RatedShipment => rateShipment(shipment, context);
const charges = (shipment: RateRequest): Map<string, number> =>
  new Map(rate(shipment).rates.map((each) => [each.courier_name, each.shipping_charge]));

/** Every service in both maps costs at least as much in the second. */
function expectNoLess(less: Map<string, number>, more: Map<string, number>): void {
  for (const [name, charge] of less) expect(more.get(name) ?? Infinity).toBeGreaterThanOrEqual(charge);
}

describe('rating', () => {
  it('more total weight never costs less', () => {
    fc.assert(
      fc.property(any, fc.double({ min: 1, max: 20, noNaN: true }), (shipment, factor) => {
        expectNoLess(charges(shipment), charges({ ...shipment, weight: shipment.weight * factor }));
      }),
      property,
    );
  });

  it('a heavier box never costs less', () => {
    fc.assert(
      fc.property(any, fc.nat(), fc.double({ min: 1, max: 20, noNaN: true }), (shipment, which, factor) => {
        const boxes = [...shipment.box_dimension];
        const at = which % boxes.length;
        const chosen = boxes[at]!;
        boxes[at] = { ...chosen, weight: Math.min(Number.MAX_VALUE, chosen.weight * factor) };
        expectNoLess(charges(shipment), charges({ ...shipment, box_dimension: boxes }));
      }),
      property,
    );
  });

  it('nearer never costs more inside the United States', () => {
    fc.assert(
      fc.property(ordinary, usParty, usParty, usParty, (shipment, sender, one, other) => {
        const [near, far] =
          usZone(book.us, sender, one) <= usZone(book.us, sender, other) ? [one, other] : [other, one];
        expectNoLess(
          charges({ ...shipment, sender, receiver: near }),
          charges({ ...shipment, sender, receiver: far }),
        );
      }),
      property,
    );
  });

  it('nearer never costs more between countries', () => {
    const codes = fc.constantFrom(...book.world.countries.keys());
    fc.assert(
      fc.property(ordinary, codes, codes, codes, (shipment, from, one, other) => {
        const zone = (code: string): number =>
          worldZone(book.world.countries.get(from)!, book.world.countries.get(code)!);
        const [near, far] = zone(one) <= zone(other) ? [one, other] : [other, one];
        const sender = party(from);
        fc.pre(![near, far].every((code) => code === 'US' && from === 'US'));
        expectNoLess(
          charges({ ...shipment, sender, receiver: party(near) }),
          charges({ ...shipment, sender, receiver: party(far) }),
        );
      }),
      property,
    );
  });

  it('the order of boxes and of items does not matter', () => {
    fc.assert(
      fc.property(any, (shipment) => {
        const turned = shipment.box_dimension
          .map((each) => ({
            ...each,
            length: each.height,
            height: each.length,
            items: [...each.items].reverse(),
          }))
          .reverse();
        const withoutIds = (each: RateRequest): unknown[] =>
          rate(each).rates.map((quoted) => ({ ...quoted, id: '', request_id: '' }));
        expect(withoutIds({ ...shipment, box_dimension: turned })).toEqual(withoutIds(shipment));
      }),
      property,
    );
  });

  it('pounds with inches and kilograms with centimetres agree, even rounded to grams', () => {
    const inMetric = (shipment: RateRequest, kilograms: (pounds: number) => number): RateRequest => ({
      ...shipment,
      weight_unit: 'KG',
      weight: kilograms(shipment.weight),
      box_dimension: shipment.box_dimension.map((each) => ({
        ...each,
        length: each.length * 2.54,
        width: each.width * 2.54,
        height: each.height * 2.54,
        weight: kilograms(each.weight),
      })),
    });
    const exact = (pounds: number): number => (pounds * gramsPerPound) / 1000;
    const rounded = (pounds: number): number => Math.round(pounds * gramsPerPound) / 1000;
    fc.assert(
      fc.property(ordinaryInPounds, (shipment) => {
        const pounds = charges(shipment);
        expect(charges(inMetric(shipment, exact))).toEqual(pounds);
        // Less than half a gram would round to no weight at all, and no box weighs nothing.
        expect(charges(inMetric(shipment, (each) => Math.max(0.001, rounded(each))))).toEqual(pounds);
      }),
      property,
    );
    for (let pounds = 1; pounds <= 150; pounds++) {
      const shipment = request({ box_dimension: [{ ...request().box_dimension[0]!, weight: pounds }] });
      expect(charges(inMetric(shipment, rounded))).toEqual(charges(shipment));
    }
  });

  it('no service carries a box or a shipment beyond its limits', () => {
    const tariffs = new Map(
      readTariffSource(tariffFolder).tariffs.flatMap(({ services }) =>
        services.map((each) => [each.name, each]),
      ),
    );
    fc.assert(
      fc.property(any, (shipment) => {
        for (const { courier_name: name } of rate(shipment).rates) {
          const { limits, weight } = tariffs.get(name)!;
          const toUnit = weight.unit === 'lb' ? { weight: 0.45359237, side: 2.54 } : { weight: 1, side: 1 };
          const from =
            shipment.weight_unit === 'LBS' ? { weight: 0.45359237, side: 2.54 } : { weight: 1, side: 1 };
          expect(shipment.weight * (from.weight / toUnit.weight)).toBeLessThan(limits.shipment_weight + 0.01);
          for (const each of shipment.box_dimension) {
            const sides = [each.length, each.width, each.height].sort((a, b) => b - a);
            const [longest, second, third] = sides.map((side) => side * (from.side / toUnit.side));
            expect(each.weight * (from.weight / toUnit.weight)).toBeLessThan(limits.box_weight + 0.01);
            expect(longest).toBeLessThan(limits.longest_side + 0.01);
            expect(second).toBeLessThan((limits.second_side ?? Infinity) + 0.01);
            expect(longest! + 2 * (second! + third!)).toBeLessThan(limits.length_plus_girth + 0.01);
          }
        }
      }),
      property,
    );
  });

  it('charges are whole cents, finite, above zero, ascending, and then by name', () => {
    fc.assert(
      fc.property(any, (shipment) => {
        const { rates } = rate(shipment);
        const keys = rates.map((each) => [each.shipping_charge, each.courier_name] as const);
        expect(keys).toEqual([...keys].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
        for (const each of rates) {
          for (const amount of [each.shipping_charge, each.home_delivery_fee]) {
            expect(amount).toBe(Math.round(amount * 100) / 100);
            expect(Number.isFinite(amount)).toBe(true);
          }
          expect(each.shipping_charge).toBeGreaterThan(0);
          expect(each.delivery_time).toBeGreaterThan(0);
          expect(JSON.stringify(each)).not.toMatch(/NaN|Infinity|undefined|null/);
        }
      }),
      property,
    );
  });

  it('only homes pay for home delivery, with every service', () => {
    fc.assert(
      fc.property(any, (shipment) => {
        const fees = (delivery: RateRequest['delivery_type']): number[] =>
          rate({ ...shipment, delivery_type: delivery }).rates.map((each) => each.home_delivery_fee);
        expect(fees('commercial').every((fee) => Object.is(fee, 0))).toBe(true);
        expect(fees('residential').every((fee) => fee > 0)).toBe(true);
      }),
      property,
    );
  });

  it('ids are unique in a response, repeat with it, and differ by seed and sandbox', () => {
    fc.assert(
      fc.property(any, (shipment) => {
        const { rates } = rate(shipment);
        const copy = rateShipment(structuredClone(shipment), { ...context });
        expect(copy.rates).toEqual(rates);
        expect(copy.explanations).toEqual(rate(shipment).explanations);
        expect(new Set(rates.map(({ id }) => id)).size).toBe(rates.length);
        expect(new Set(rates.map((each) => each.request_id)).size).toBe(Math.min(1, rates.length));
        for (const other of [{ seed: 2 }, { sandbox: 'other' }]) {
          const ids = rateShipment(shipment, { ...context, ...other }).rates.map(({ id }) => id);
          expect(ids.filter((id) => rates.some((each) => each.id === id))).toEqual([]);
          expect(ids).toHaveLength(rates.length);
        }
      }),
      property,
    );
  });

  it('an explanation adds up to its charge', () => {
    fc.assert(
      fc.property(any, (shipment) => {
        const { rates, explanations } = rate(shipment);
        expect(explanations.map((each) => each.courierName)).toEqual(rates.map((each) => each.courier_name));
        for (const [index, each] of explanations.entries()) {
          const surcharges = each.surcharges.reduce((sum, { cents }) => sum + cents, 0);
          expect(each.baseCents + surcharges + each.fuel.cents).toBe(each.shippingChargeCents);
          expect(each.fuel.cents).toBe(Math.round(((each.baseCents + surcharges) * each.fuel.percent) / 100));
          expect(each.shippingChargeCents / 100).toBe(rates[index]!.shipping_charge);
          expect(each.homeDeliveryFeeCents / 100).toBe(rates[index]!.home_delivery_fee);
          expect(each.totalCents).toBe(each.shippingChargeCents + each.homeDeliveryFeeCents);
          expect(each.importTax.text).toBe(rates[index]!.import_tax);
          const boxes = each.boxes.reduce((sum, { billable }) => sum + billable, 0);
          expect(each.billedWeight).toBe(Math.max(boxes, each.totalWeight));
          for (const { actual, dimensional, billable } of each.boxes) {
            expect(billable).toBeGreaterThanOrEqual(Math.max(actual, dimensional));
          }
        }
      }),
      property,
    );
  });

  it('absurd numbers are refused or rated, never turned into nonsense', () => {
    expect(rate(request({ weight: 1e308 })).rates).toEqual([]);
    expect(
      rate(request({ box_dimension: [{ ...request().box_dimension[0]!, length: 1e308 }] })).rates,
    ).toEqual([]);
    const tiny = {
      ...request().box_dimension[0]!,
      length: 1e-300,
      width: 1e-300,
      height: 1e-300,
      weight: 1e-300,
    };
    expect(rate(request({ box_dimension: [tiny] })).rates.length).toBeGreaterThanOrEqual(5);
    fc.assert(
      fc.property(absurd, (shipment) => rate(shipment).rates.every((each) => each.shipping_charge < 1e6)),
      property,
    );
  });
});
