import type { WeightRule } from './shipment.js';

/**
 * A service ready for rating: its tariff, turned at load time into integers (cents, grams, hundredths of a
 * millimetre), tables and finished texts, so that rating a shipment only compares and adds.
 */
export interface Service {
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly courier: Courier;
  /** The first part of its rate ids, which names it. */
  readonly rateIdPrefix: string;
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

export interface Courier {
  readonly name: string;
  readonly slug: string;
  readonly effective: string;
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
  readonly minSteps: number;
  readonly maxSteps: number;
}

export interface Surcharge {
  readonly name: string;
  /** By column, for each box. */
  readonly cents: readonly number[];
  readonly minSteps: number;
  /** A box beyond one of these pays; a missing one is Infinity. */
  readonly overLongestSide: number;
  readonly overSecondSide: number;
  readonly overLengthPlusGirth: number;
  readonly overGrams: number;
}

/**
 * The base charge by zone and billed weight: cents for the bands of the tariff, and slopes for heavier shipments. Tariff
 * checks ensure that it never falls with weight or distance and covers every allowed weight.
 */
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
