import { describe, expect, it } from '@jest/globals';
import { gramsPerPound, measureShipment, unitsPerInch, wholeUnits } from './shipment.js';
import { box, request } from './testing/shipments.js';

describe('measureShipment', () => {
  it('rounds to the nearest whole unit, halves up even when a conversion lost the last bit, and never to 0', () => {
    expect([1.4999, 1.5, 1.4999999999].map((value) => wholeUnits(value, 1))).toEqual([1, 2, 2]);
    expect(wholeUnits(12.125, unitsPerInch)).toBe(wholeUnits(12.125 * 2.54, 1000));
    expect(wholeUnits(10, gramsPerPound)).toBe(4536);
    expect(wholeUnits(1e-300, gramsPerPound)).toBe(1);
    expect(wholeUnits(1e308, gramsPerPound)).toBe(Infinity);
  });

  it('sorts the sides of each box and records the extremes of all boxes', () => {
    const shipment = measureShipment(
      request({ box_dimension: [box(1, 3, 2, 5), box(2, 2, 4, 1)], weight: 9, weight_unit: 'KG' }),
      2,
    );
    expect(shipment).toEqual({
      boxes: [
        { grams: 5000, longest: 3000, second: 2000, shortest: 1000 },
        { grams: 1000, longest: 4000, second: 2000, shortest: 2000 },
      ],
      totalGrams: 9000,
      heaviestBox: 5000,
      longestSide: 4000,
      longestSecondSide: 2000,
      largestLengthPlusGirth: 12_000,
      billableSteps: [-1, -1],
    });
  });
});
