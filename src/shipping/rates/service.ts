/**
 * A service ready for rating: its tariff, turned at load time into integers (cents, grams, hundredths of a
 * millimetre), tables and finished texts, so that rating a shipment only compares and adds.
 */
import type { RateRequest } from '../types.js';
import { gramsPerUnit, type WeightRule } from './billable-weight.js';
import type { Lane, ServiceTariff, SurchargeTariff, TariffFile } from './tariff-book/tariff-file.js';
import { inCents, type PriceTable, priceTable } from './price-table.js';
import { type RateIdStem, rateIdStem } from './rate-id.js';
import { roundingSlack, unitsPerCentimetre, unitsPerInch } from './shipment.js';
import type { World } from './geography/world-zones.js';
import { worldZoneNames } from './geography/world-zones.js';
import { usZoneNames } from './geography/us-zones.js';

export interface Courier {
  readonly name: string;
  readonly slug: string;
  readonly effective: string;
}

export interface Service {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly courier: Courier;
  readonly rateIds: RateIdStem;
  readonly lanes: readonly CompiledLane[];
  readonly zoning: 'us-distance' | 'world';
  /** Columns of the tables below by zone index, -1 where the zone is not served. */
  readonly columns: readonly number[];
  readonly products: string;
  readonly weight: WeightRule;
  readonly limits: CompiledLimits;
  readonly price: PriceTable;
  readonly surcharges: readonly Surcharge[];
  readonly shipmentFees: readonly { readonly name: string; readonly cents: number }[];
  readonly shipmentFeeCents: number;
  /** Hundredths of a percent. */
  readonly fuelBasisPoints: number;
  readonly homeDelivery: { readonly cents: number; readonly perBox: boolean };
  readonly hours: readonly number[];
  readonly transitTexts: readonly string[];
}

/** A byte for each country, by its index: 1 where it is an end of the lane. */
export interface CompiledLane {
  readonly domestic: boolean;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/** Grams and hundredths of a millimetre; a missing limit is Infinity. */
export interface CompiledLimits {
  readonly boxes: number;
  readonly boxGrams: number;
  readonly longestSide: number;
  readonly secondSide: number;
  readonly lengthPlusGirth: number;
  readonly leastSteps: number;
  readonly mostSteps: number;
}

export interface Surcharge {
  readonly name: string;
  /** By column, for each box. */
  readonly cents: readonly number[];
  readonly leastSteps: number;
  /** A box beyond one of these pays; a missing one is Infinity. */
  readonly overLongestSide: number;
  readonly overSecondSide: number;
  readonly overLengthPlusGirth: number;
  readonly overGrams: number;
}

/** Turns a checked tariff into a service. */
export function makeService(
  courier: Courier,
  tariff: ServiceTariff,
  weight: WeightRule,
  world: World,
): Service {
  const { code, name, type, description, zoning, shipment_fees: fees = [] } = tariff;
  const shipmentFees = fees.map((fee) => ({ name: fee.name, cents: inCents(fee.fee) }));
  const hours = tariff.transit_days.map(([, last]) => last * 24);
  const transitTexts = tariff.transit_days.map(transitText);
  const rateIds = rateIdStem(code);
  const products: readonly RateRequest['product_type'][] = tariff.products ?? ['1', '2', '3'];
  return {
    code,
    name,
    type,
    description,
    courier,
    rateIds,
    lanes: tariff.lanes.flatMap((lane) => compileLane(lane, world)),
    zoning,
    columns: zoneNames(zoning).map((zone) => tariff.zones.indexOf(zone)),
    products: products.join(''),
    weight,
    limits: compileLimits(tariff, weight),
    price: priceTable(tariff),
    surcharges: (tariff.surcharges ?? []).map((surcharge) => compileSurcharge(surcharge, weight)),
    shipmentFees,
    shipmentFeeCents: shipmentFees.reduce((sum, fee) => sum + fee.cents, 0),
    fuelBasisPoints: Math.round(tariff.fuel_percent * 100),
    homeDelivery: { cents: inCents(tariff.home_delivery.fee), perBox: tariff.home_delivery.per === 'box' },
    hours,
    transitTexts,
  };
}

export function makeCourier({ courier, slug, effective }: TariffFile): Courier {
  return { name: courier, slug, effective };
}

export function zoneNames(zoning: ServiceTariff['zoning']): readonly string[] {
  return zoning === 'world' ? worldZoneNames : usZoneNames;
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

function compileLimits({ limits }: ServiceTariff, rule: WeightRule): CompiledLimits {
  const side = sideScale(rule);
  return {
    boxes: limits.boxes,
    boxGrams: limits.box_weight * gramsPerUnit(rule.unit) + roundingSlack,
    longestSide: side(limits.longest_side),
    secondSide: side(limits.second_side),
    lengthPlusGirth: side(limits.length_plus_girth),
    leastSteps: Math.ceil((limits.least_shipment_weight ?? 0) / rule.step),
    mostSteps: Math.floor(limits.shipment_weight / rule.step),
  };
}

function compileSurcharge(
  { name, over, fee, least_billable: least }: SurchargeTariff,
  rule: WeightRule,
): Surcharge {
  const side = sideScale(rule);
  return {
    name,
    cents: fee.map(inCents),
    leastSteps: Math.ceil((least ?? 0) / rule.step),
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

function transitText([first, last]: readonly [first: number, last: number]): string {
  const days = first === last ? `${last}` : `${first}-${last}`;
  return `${days} business ${last === 1 ? 'day' : 'days'}`;
}
