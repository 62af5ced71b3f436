/**
 * The content of a tariff file: one courier, its services, and for each service how weight is billed, what
 * it carries, where, and for how much. `tariff.schema.json` checks its shape, `tariff-checks.ts` its consistency.
 */
import type { RateRequest } from '../../types.js';

export interface TariffFile {
  readonly courier: string;
  /** Names the file and the logo. */
  readonly slug: string;
  /** The day from which the tariff is valid, YYYY-MM-DD. */
  readonly effective: string;
  readonly services: readonly ServiceTariff[];
}

/** Weights are in `weight.unit`, lengths in inches with lb and centimetres with kg, amounts in USD. */
export interface ServiceTariff {
  /** Unique over all couriers; rate ids contain it. */
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly lanes: readonly Lane[];
  readonly zoning: 'us-distance' | 'world';
  /** Product types that are carried; all when left out. */
  readonly products?: readonly RateRequest['product_type'][];
  readonly weight: WeightTerms;
  readonly limits: Limits;
  readonly fuel_percent: number;
  readonly home_delivery: { readonly fee: number; readonly per: 'box' | 'shipment' };
  /** The worst first: a box pays the first one that it meets. */
  readonly surcharges?: readonly SurchargeTariff[];
  /** Fixed amounts for a shipment, such as export clearance. */
  readonly shipment_fees?: readonly { readonly name: string; readonly fee: number }[];
  /** Names of the zones that are served, nearest first; the columns of every list below. */
  readonly zones: readonly string[];
  /** First and last business day of delivery. */
  readonly transit_days: readonly (readonly [first: number, last: number])[];
  /** The charge up to a billable weight. */
  readonly bands: readonly { readonly up_to: number; readonly charge: readonly number[] }[];
  /** The charge for each further unit of weight above the last band; the last entry has no end. */
  readonly beyond?: readonly { readonly up_to?: number; readonly each: readonly number[] }[];
}

/** Places are country codes, names of regions, or `world`; `except` takes some away. */
export interface Lane {
  /** Both ends in the same one of these countries. */
  readonly within?: readonly string[];
  /** Both ends in these countries, different from each other. */
  readonly between?: readonly string[];
  /** From one of these countries to a different one of `to`. */
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly except?: readonly string[];
}

export interface WeightTerms {
  readonly unit: 'lb' | 'kg';
  /** Billable weight is a whole number of these steps, rounded up. */
  readonly step: number;
  /** Cubic inches per lb, or cubic centimetres per kg. */
  readonly divisor: number;
  /** The rounding of a side to whole inches or centimetres before the volume. */
  readonly sides: 'up' | 'nearest';
  /** Volume up to which the dimensional weight doesn't count. */
  readonly dimensional_above?: number;
}

export interface Limits {
  readonly boxes: number;
  readonly box_weight: number;
  readonly longest_side: number;
  readonly second_side?: number;
  /** Longest side plus twice the other two. */
  readonly length_plus_girth: number;
  /** Billable weight of the whole shipment. */
  readonly shipment_weight: number;
  readonly least_shipment_weight?: number;
}

export interface SurchargeTariff {
  readonly name: string;
  readonly over: SurchargeTrigger;
  /** For each box, by zone. */
  readonly fee: readonly number[];
  /** Billable weight of such a box, at least. */
  readonly least_billable?: number;
}

/** A box that exceeds one of these pays the surcharge. */
export interface SurchargeTrigger {
  readonly longest_side?: number;
  readonly second_side?: number;
  readonly length_plus_girth?: number;
  readonly box_weight?: number;
}
