/**
 * A shipment in the engine's own units, whole grams and whole hundredths of a millimetre, and what of it is billed. An inch
 * is exactly 2540 of those and a centimetre 1000, so the same shipment in LBS or in KG (even rounded to three decimals)
 * becomes the same integers, and nothing after this point depends on the unit that it was written in.
 *
 * Billed is the actual or the dimensional weight of a box, whichever is more, rounded up to the courier's step. Carriers
 * compare the two for each box and add the results up; a weight is handled here as a whole number of steps.
 */
import type { RateRequest } from '../types.js';
import type { WeightTerms } from './tariff-book/tariff-file.js';

/** Exact by definition (international yard and pound agreement, 1959). */
export const gramsPerPound = 453.59237;
export const gramsPerKilogram = 1000;
/** Hundredths of a millimetre. */
export const unitsPerInch = 2540;
export const unitsPerCentimetre = 1000;

/**
 * Grams by which a weight may exceed the weight it was rounded from: half a gram, and a bit for the last digit of
 * a division. 10 lb are 4535.9237 g, stored as 4536 g, and must become 10 lb again.
 */
export const roundingSlack = 0.501;

/** Weight in grams, sides in hundredths of a millimetre. */
export interface MeasuredBox {
  readonly grams: number;
  readonly longest: number;
  readonly second: number;
  readonly shortest: number;
}

export type Shipment = Readonly<ReturnType<typeof measureShipment>>;

/**
 * Measures the boxes of a request once, so that limits are checked without a loop over the boxes for each service.
 * Absurd numbers become Infinity, which exceeds every limit.
 * @param weightRules how many weight rules the tariffs have
 */
export function measureShipment(request: RateRequest, weightRules: number) {
  const inPounds = request.weight_unit === 'LBS';
  const weightScale = inPounds ? gramsPerPound : gramsPerKilogram;
  const sideScale = inPounds ? unitsPerInch : unitsPerCentimetre;
  const boxes: MeasuredBox[] = [];
  let heaviestBox = 0;
  let longestSide = 0;
  let longestSecondSide = 0;
  let largestLengthPlusGirth = 0;
  for (const { length, width, height, weight } of request.box_dimension) {
    const box = measureBox(
      wholeUnits(length, sideScale),
      wholeUnits(width, sideScale),
      wholeUnits(height, sideScale),
      wholeUnits(weight, weightScale),
    );
    boxes.push(box);
    if (box.grams > heaviestBox) heaviestBox = box.grams;
    if (box.longest > longestSide) longestSide = box.longest;
    if (box.second > longestSecondSide) longestSecondSide = box.second;
    const extent = lengthPlusGirth(box);
    if (extent > largestLengthPlusGirth) largestLengthPlusGirth = extent;
  }
  const billableSteps: number[] = [];
  for (let rule = 0; rule < weightRules; rule++) billableSteps.push(-1);
  return {
    boxes,
    /** The request's total, which may differ from the sum of the boxes. */
    totalGrams: wholeUnits(request.weight, weightScale),
    heaviestBox,
    longestSide,
    longestSecondSide,
    largestLengthPlusGirth,
    /** Sum of the boxes' billable steps by weight rule, -1 where it is not computed yet. */
    billableSteps,
  };
}

function measureBox(a: number, b: number, c: number, grams: number): MeasuredBox {
  const longest = Math.max(a, b, c);
  const shortest = Math.min(a, b, c);
  const second = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  return { grams, longest, second, shortest };
}

/** Length plus girth: the longest side plus twice the other two. */
export function lengthPlusGirth({ longest, second, shortest }: MeasuredBox): number {
  return longest + 2 * (second + shortest);
}

/**
 * The nearest whole unit, at least one. A half is rounded up, and so is a number that a conversion between
 * units left slightly below a half.
 */
export function wholeUnits(value: number, scale: number): number {
  return Math.max(1, Math.floor(value * scale + 0.500000001));
}

export type WeightRule = Readonly<ReturnType<typeof weightRule>>;

/** @param index of the rule among the different rules of a tariff book, from 0 */
export function weightRule(terms: WeightTerms, index: number) {
  const { unit, step, divisor } = terms;
  const sideUnits = unit === 'lb' ? unitsPerInch : unitsPerCentimetre;
  return {
    index,
    unit,
    /** In units of weight. */
    step,
    divisor,
    gramsPerStep: step * gramsPerUnit(unit),
    /** Cubic inches or centimetres for one step. */
    volumePerStep: step * divisor,
    sideUnits,
    /** Added to a side before it is truncated to whole inches or centimetres. */
    sideRounding: terms.sides === 'up' ? sideUnits - 1 : sideUnits / 2,
    dimensionalAbove: terms.dimensional_above ?? 0,
  };
}

export function gramsPerUnit(unit: 'lb' | 'kg'): number {
  return unit === 'lb' ? gramsPerPound : gramsPerKilogram;
}

/** Whole steps for a weight, at least one. */
export function actualSteps(rule: WeightRule, grams: number): number {
  return Math.max(1, Math.ceil((grams - roundingSlack) / rule.gramsPerStep));
}

/** Whole steps for the volume of a box; 0 where the rule ignores so small a box. Sides are rounded first. */
export function dimensionalSteps(rule: WeightRule, box: MeasuredBox): number {
  const volume = wholeSide(rule, box.longest) * wholeSide(rule, box.second) * wholeSide(rule, box.shortest);
  return volume > rule.dimensionalAbove ? Math.ceil(volume / rule.volumePerStep) : 0;
}

function wholeSide(rule: WeightRule, side: number): number {
  return Math.floor((side + rule.sideRounding) / rule.sideUnits);
}

/** Billable steps of one box. */
export function billableSteps(rule: WeightRule, box: MeasuredBox): number {
  return Math.max(actualSteps(rule, box.grams), dimensionalSteps(rule, box));
}

/** Billed steps of a shipment: the greater of its total weight and the sum of its boxes' billable weights. */
export function billedSteps(rule: WeightRule, shipment: Shipment): number {
  let sum = shipment.billableSteps[rule.index] ?? -1;
  if (sum < 0) {
    sum = 0;
    for (const box of shipment.boxes) sum += billableSteps(rule, box);
    shipment.billableSteps[rule.index] = sum;
  }
  return Math.max(sum, actualSteps(rule, shipment.totalGrams));
}
