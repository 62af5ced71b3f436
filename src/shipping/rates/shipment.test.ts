import { describe, expect, it } from 'vitest';
import { billableSteps, billedSteps, dimensionalSteps, weightRule } from './shipment.js';
import { gramsPerPound, measureShipment, unitsPerInch, wholeUnits } from './shipment.js';
import type { Shipment, WeightRule } from './shipment.js';
import type { WeightTerms } from './tariff-book/tariff-file.js';
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

const rule = (terms: Partial<WeightTerms>): WeightRule =>
  weightRule({ unit: 'lb', step: 1, divisor: 139, sides: 'up', ...terms }, 0);
const pounds = (...boxes: [number, number, number, number][]): Shipment =>
  measureShipment(request({ box_dimension: boxes.map((each) => box(...each)) }), 1);
const kilograms = (...boxes: [number, number, number, number][]): Shipment =>
  measureShipment(request({ box_dimension: boxes.map((each) => box(...each)), weight_unit: 'KG' }), 1);
const first = (shipment: Shipment) => shipment.boxes[0]!;

describe('billable weight', () => {
  it.each([
    ['11.1 x 8.1 x 4.1 in, every side up: 12 x 9 x 5 / 139 = 3.88', [11.1, 8.1, 4.1], 'up', 4],
    ['11 x 10 x 9 in: 990 / 139 = 7.12', [11, 10, 9], 'up', 8],
    ['30.4 x 19.6 x 19.5 in, to the nearest inch: 12,000 / 139 = 86.3', [30.4, 19.6, 19.5], 'nearest', 87],
    ['139 x 1 x 1 in: exactly one pound', [139, 1, 1], 'up', 1],
  ] as const)('%s', (_name, [length, width, height], sides, expected) => {
    expect(billableSteps(rule({ sides }), first(pounds([length, width, height, 1])))).toBe(expected);
  });

  it('is the actual weight of a dense box, rounded up; whole pounds stay the same', () => {
    const weigh = (weight: number): number => billableSteps(rule({}), first(pounds([2, 2, 2, weight])));
    expect([0.01, 1, 9.99, 10, 10.01, 150].map(weigh)).toEqual([1, 1, 10, 10, 11, 150]);
  });

  it('counts volume by post only above a cubic foot', () => {
    const postal = rule({ divisor: 166, sides: 'nearest', dimensional_above: 1728 });
    expect(dimensionalSteps(postal, first(pounds([12, 12, 12, 1])))).toBe(0);
    expect(dimensionalSteps(postal, first(pounds([13, 12, 12, 1])))).toBe(12);
  });

  it('uses steps of half a kilogram and 5000 cubic centimetres a kilogram', () => {
    const express = rule({ unit: 'kg', step: 0.5, divisor: 5000, sides: 'nearest' });
    const steps = (shipment: Shipment): number => billableSteps(express, first(shipment));
    expect(steps(kilograms([40, 30, 20, 4]))).toBe(10);
    expect(steps(kilograms([10, 10, 10, 5.5]))).toBe(11);
    expect(steps(kilograms([10, 10, 10, 5.5004]))).toBe(11);
    expect(steps(kilograms([10, 10, 10, 5.501]))).toBe(12);
  });

  it('takes the greater of actual and dimensional for each box, then the greater of their sum and the total', () => {
    const dense: [number, number, number, number] = [4, 4, 4, 20];
    const bulky: [number, number, number, number] = [20, 20, 20, 5];
    expect(billedSteps(rule({}), pounds(dense, bulky))).toBe(20 + Math.ceil(8000 / 139));
    const heavier = request({ box_dimension: [box(...dense), box(...bulky)], weight: 120.5 });
    expect(billedSteps(rule({}), measureShipment(heavier, 1))).toBe(121);
  });
});
