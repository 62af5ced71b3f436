/** Turns a checked tariff into a service that is ready for rating. */
import type { RateRequest } from '../../types.js';
import { zoneNames, type World } from '../geography/zones.js';
import { rateIdPrefix } from '../rate-id.js';
import { gramsPerUnit, roundingSlack, unitsPerCentimetre, unitsPerInch } from '../shipment.js';
import type { WeightRule } from '../shipment.js';
import type { Lane, ServiceTariff, SurchargeTariff, TariffFile } from './tariff-file.js';

/** USD to whole cents. */
export const inCents = (amount: number): number => Math.round(amount * 100);

export interface Courier extends Pick<TariffFile, 'slug' | 'effective'> {
  readonly name: string;
}

/**
 * A service ready for rating: its tariff, turned at load time into integers (cents, grams, hundredths of a
 * millimetre), tables and finished texts, so that rating a shipment only compares and adds.
 */
export type Service = Readonly<ReturnType<typeof compileService>>;

export function compileService(courier: Courier, tariff: ServiceTariff, weight: WeightRule, world: World) {
  const { code, name, type, description, zoning, shipment_fees: fees = [] } = tariff;
  const shipmentFees = fees.map((fee) => ({ name: fee.name, cents: inCents(fee.fee) }));
  const products: readonly RateRequest['product_type'][] = tariff.products ?? ['1', '2', '3'];
  return {
    ...{ code, name, type, description, courier, zoning, weight, shipmentFees },
    /** The first part of its rate ids, which names it. */
    rateIdPrefix: rateIdPrefix(code),
    lanes: tariff.lanes.flatMap((lane) => compileLane(lane, world)),
    /** Columns of the tables below by zone index, -1 where the zone is not served. */
    columns: zoneNames(zoning).map((zone) => tariff.zones.indexOf(zone)),
    products: products.join(''),
    limits: compileLimits(tariff, weight),
    price: priceTable(tariff),
    surcharges: (tariff.surcharges ?? []).map((surcharge) => compileSurcharge(surcharge, weight)),
    shipmentFeeCents: shipmentFees.reduce((sum, fee) => sum + fee.cents, 0),
    fuelBasisPoints: Math.round(tariff.fuel_percent * 100),
    homeDelivery: { cents: inCents(tariff.home_delivery.fee), perBox: tariff.home_delivery.per === 'box' },
    hours: tariff.transit_days.map(([, last]) => last * 24),
    transitTexts: tariff.transit_days.map(transitText),
  };
}

/** A byte for each country, by its index: 1 where it is an end of the lane. */
export interface CompiledLane {
  readonly domestic: boolean;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

function compileLane(lane: Lane, world: World): CompiledLane[] {
  const lanes: CompiledLane[] = [];
  const ends = (places: readonly string[]): Uint8Array => countrySet(places, lane.except ?? [], world);
  if (lane.within !== undefined)
    lanes.push({ domestic: true, from: ends(lane.within), to: ends(lane.within) });
  if (lane.between !== undefined) {
    lanes.push({ domestic: false, from: ends(lane.between), to: ends(lane.between) });
  }
  if (lane.from !== undefined && lane.to !== undefined) {
    lanes.push({ domestic: false, from: ends(lane.from), to: ends(lane.to) });
  }
  return lanes;
}

function countrySet(places: readonly string[], except: readonly string[], world: World): Uint8Array {
  const countries = new Uint8Array(world.size);
  for (const place of places) for (const index of world.places.get(place) ?? []) countries[index] = 1;
  for (const place of except) for (const index of world.places.get(place) ?? []) countries[index] = 0;
  return countries;
}

/** Grams and hundredths of a millimetre; a missing limit is Infinity. */
function compileLimits({ limits }: ServiceTariff, rule: WeightRule) {
  const side = sideScale(rule);
  return {
    boxes: limits.boxes,
    boxGrams: limits.box_weight * gramsPerUnit(rule.unit) + roundingSlack,
    longestSide: side(limits.longest_side),
    secondSide: side(limits.second_side),
    lengthPlusGirth: side(limits.length_plus_girth),
    minSteps: Math.ceil((limits.least_shipment_weight ?? 0) / rule.step),
    maxSteps: Math.floor(limits.shipment_weight / rule.step),
  };
}

/** A box beyond one of the limits pays; a missing one is Infinity. */
function compileSurcharge({ name, over, fee, least_billable: least }: SurchargeTariff, rule: WeightRule) {
  const side = sideScale(rule);
  return {
    name,
    /** By column, for each box. */
    cents: fee.map(inCents),
    minSteps: Math.ceil((least ?? 0) / rule.step),
    overLongestSide: side(over.longest_side),
    overSecondSide: side(over.second_side),
    overLengthPlusGirth: side(over.length_plus_girth),
    overGrams: (over.box_weight ?? Infinity) * gramsPerUnit(rule.unit) + roundingSlack,
  };
}

function sideScale(rule: WeightRule): (side: number | undefined) => number {
  const scale = rule.unit === 'lb' ? unitsPerInch : unitsPerCentimetre;
  return (side) => (side === undefined ? Infinity : Math.round(side * scale));
}

/**
 * The base charge by zone and billed weight: cents for the bands of the tariff, and slopes for heavier shipments. Tariff
 * checks ensure that it never falls with weight or distance and covers every allowed weight.
 */
function priceTable({ bands, beyond = [], weight: { step }, zones }: ServiceTariff) {
  const steps = (bands.at(-1)?.up_to ?? 0) / step;
  const cents: number[] = [];
  for (const column of zones.keys()) {
    let band = 0;
    for (let index = 1; index <= steps; index++) {
      while (index * step > (bands[band]?.up_to ?? Infinity)) band++;
      cents.push(inCents(bands[band]?.charge[column] ?? 0));
    }
  }
  return {
    /** The number of steps that the bands cover. */
    steps,
    /** By column * steps + (billed steps - 1). */
    cents,
    slopes: priceSlopes(steps, bands.at(-1)?.charge ?? [], beyond, step),
  };
}

/** A stretch of weights behind the bands where each step adds the same; the last one has no end. */
export interface PriceSlope {
  /** The last step before the stretch, and the last one in it. */
  readonly after: number;
  readonly last: number;
  /** Cents at `after`, not yet rounded, and cents for each further step, by column. */
  readonly start: readonly number[];
  readonly perStep: readonly number[];
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

function transitText([first, last]: readonly [first: number, last: number]): string {
  const days = first === last ? `${last}` : `${first}-${last}`;
  return `${days} business ${last === 1 ? 'day' : 'days'}`;
}
