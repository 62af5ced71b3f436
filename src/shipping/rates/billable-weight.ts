/**
 * Billable weight: the actual or the dimensional weight of a box, whichever is more, rounded up to the courier's step.
 * Carriers compare the two for each box and add the results up; a weight is handled here as a whole number of steps.
 */
import type { WeightTerms } from './tariff-book/tariff-file.js';
import {
  gramsPerKilogram,
  gramsPerPound,
  type MeasuredBox,
  roundingSlack,
  type Shipment,
  unitsPerCentimetre,
  unitsPerInch,
} from './shipment.js';

export interface WeightRule {
  /** Index of the rule among the different rules of a tariff book, from 0. */
  readonly index: number;
  readonly unit: 'lb' | 'kg';
  /** In units of weight. */
  readonly step: number;
  readonly divisor: number;
  readonly gramsPerStep: number;
  /** Cubic inches or centimetres for one step. */
  readonly volumePerStep: number;
  readonly sideUnits: number;
  /** Added to a side before it is truncated to whole inches or centimetres. */
  readonly sideRounding: number;
  readonly dimensionalAbove: number;
}

export function weightRule(terms: WeightTerms, index: number): WeightRule {
  const { unit, step, divisor } = terms;
  const sideUnits = unit === 'lb' ? unitsPerInch : unitsPerCentimetre;
  return {
    index,
    unit,
    step,
    divisor,
    gramsPerStep: step * gramsPerUnit(unit),
    volumePerStep: step * divisor,
    sideUnits,
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
