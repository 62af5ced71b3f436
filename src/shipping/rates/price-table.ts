/**
 * The base charge of a service by zone and billed weight: a table of cents for the bands of its tariff, and slopes for
 * heavier ones. Tariff checks ensure that it never falls with weight or distance and covers every allowed weight.
 */
import type { ServiceTariff } from './tariff-book/tariff-file.js';

export interface PriceTable {
  /** The number of steps that the bands cover. */
  readonly steps: number;
  /** Cents by column * steps + (billed steps - 1). */
  readonly cents: readonly number[];
  /** The slopes after the bands, in order; the last one has no end. */
  readonly slopes: readonly PriceSlope[];
}

/** A stretch of weights where each step adds the same. */
export interface PriceSlope {
  /** The last step before the stretch, and the last one in it. */
  readonly after: number;
  readonly last: number;
  /** Cents at `after`, not yet rounded, and cents for each further step, by column. */
  readonly start: readonly number[];
  readonly perStep: readonly number[];
}

/** USD to whole cents. */
export const inCents = (amount: number): number => Math.round(amount * 100);

export function priceTable({ bands, beyond = [], weight: { step }, zones }: ServiceTariff): PriceTable {
  const steps = (bands.at(-1)?.up_to ?? 0) / step;
  const cents: number[] = [];
  for (const column of zones.keys()) {
    let band = 0;
    for (let index = 1; index <= steps; index++) {
      while (index * step > (bands[band]?.up_to ?? Infinity)) band++;
      cents.push(inCents(bands[band]?.charge[column] ?? 0));
    }
  }
  return { steps, cents, slopes: priceSlopes(steps, bands.at(-1)?.charge ?? [], beyond, step) };
}

/** Amounts stay exact until a charge is rounded to cents, so a fraction of a cent for half a kilogram doesn't add up. */
function priceSlopes(
  steps: number,
  lastBand: readonly number[],
  beyond: NonNullable<ServiceTariff['beyond']>,
  step: number,
): PriceSlope[] {
  const slopes: PriceSlope[] = [];
  let after = steps;
  let start = lastBand.map((charge) => charge * 100);
  for (const { up_to: upTo = Infinity, each } of beyond) {
    const last = upTo / step;
    const perStep = each.map((amount) => amount * step * 100);
    slopes.push({ after, last, start, perStep });
    start = start.map((amount, column) => amount + (perStep[column] ?? 0) * (last - after));
    after = last;
  }
  return slopes;
}

/** The base charge in cents for a number of billed steps. */
export function baseCharge(price: PriceTable, column: number, steps: number): number {
  if (steps <= price.steps) return price.cents[column * price.steps + steps - 1] ?? 0;
  for (const { after, last, start, perStep } of price.slopes) {
    if (steps <= last) return Math.round((start[column] ?? 0) + (perStep[column] ?? 0) * (steps - after));
  }
  throw new RangeError(`No price for ${steps} steps: tariff checks let shipment_weight exceed the bands.`);
}
