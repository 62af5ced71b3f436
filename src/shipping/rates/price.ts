/**
 * The charge of one service for one shipment: limits first, then base by zone and billed weight, surcharges, fuel. All
 * amounts are whole cents. Limits come before any arithmetic, so no number that passes can overflow.
 */
import { billableSteps, billedSteps } from './billable-weight.js';
import { baseCharge } from './price-table.js';
import type { CompiledLimits, Service, Surcharge } from './service.js';
import { lengthPlusGirth, type MeasuredBox, type Shipment } from './shipment.js';

/** Amounts in cents; `column` is the zone's column in the service's tables. */
export interface Charge {
  readonly service: Service;
  readonly column: number;
  readonly billedSteps: number;
  readonly baseCents: number;
  readonly surchargeCents: number;
  readonly fuelCents: number;
  /** Base, surcharges and fuel. */
  readonly shippingCents: number;
  readonly homeDeliveryCents: number;
}

/** The total of one kind of surcharge over all boxes. */
export interface SurchargeLine {
  readonly name: string;
  /** The number of boxes that pay it; 0 when it is for the whole shipment. */
  readonly boxes: number;
  readonly cents: number;
}

/**
 * Prices a shipment; undefined when the service can't carry it.
 * @param column the zone's column in the service's tables
 * @param toHome whether the receiver is a home
 */
export function priceShipment(
  service: Service,
  shipment: Shipment,
  column: number,
  toHome: boolean,
): Charge | undefined {
  const { limits, weight, surcharges } = service;
  if (!fits(limits, shipment)) return undefined;
  let steps = billedSteps(weight, shipment);
  let surchargeCents = service.shipmentFeeCents;
  if (surcharges.length > 0 && mayPaySurcharge(surcharges, shipment)) {
    for (const box of shipment.boxes) {
      const surcharge = surchargeOf(surcharges, box);
      if (surcharge === undefined) continue;
      surchargeCents += surcharge.cents[column] ?? 0;
      steps += Math.max(0, surcharge.leastSteps - billableSteps(weight, box));
    }
  }
  if (steps > limits.mostSteps || steps < limits.leastSteps) return undefined;
  const baseCents = baseCharge(service.price, column, steps);
  const fuelCents = Math.round(((baseCents + surchargeCents) * service.fuelBasisPoints) / 10_000);
  const { cents, perBox } = service.homeDelivery;
  return {
    service,
    column,
    billedSteps: steps,
    baseCents,
    surchargeCents,
    fuelCents,
    shippingCents: baseCents + surchargeCents + fuelCents,
    homeDeliveryCents: toHome ? cents * (perBox ? shipment.boxes.length : 1) : 0,
  };
}

/** A total weight that the boxes could not hold is refused like a box that is too heavy. */
function fits(limits: CompiledLimits, shipment: Shipment): boolean {
  return (
    shipment.boxes.length <= limits.boxes &&
    shipment.heaviestBox <= limits.boxGrams &&
    shipment.longestSide <= limits.longestSide &&
    shipment.longestSecondSide <= limits.secondSide &&
    shipment.largestLengthPlusGirth <= limits.lengthPlusGirth &&
    shipment.totalGrams <= limits.boxGrams * shipment.boxes.length
  );
}

/** Whether any box can meet a trigger, by the extremes of the shipment and without a loop over the boxes. */
function mayPaySurcharge(surcharges: readonly Surcharge[], shipment: Shipment): boolean {
  for (const surcharge of surcharges) {
    if (
      shipment.longestSide > surcharge.overLongestSide ||
      shipment.longestSecondSide > surcharge.overSecondSide ||
      shipment.largestLengthPlusGirth > surcharge.overLengthPlusGirth ||
      shipment.heaviestBox > surcharge.overGrams
    ) {
      return true;
    }
  }
  return false;
}

/** The first surcharge whose trigger a box exceeds; the tariff lists the worst first. */
export function surchargeOf(surcharges: readonly Surcharge[], box: MeasuredBox): Surcharge | undefined {
  for (const surcharge of surcharges) {
    if (
      box.longest > surcharge.overLongestSide ||
      box.second > surcharge.overSecondSide ||
      lengthPlusGirth(box) > surcharge.overLengthPlusGirth ||
      box.grams > surcharge.overGrams
    ) {
      return surcharge;
    }
  }
  return undefined;
}

/** The surcharges of a shipment by kind, for its explanation: fixed fees first, then those of boxes. */
export function surchargeLines(service: Service, shipment: Shipment, column: number): SurchargeLine[] {
  const lines = service.shipmentFees.map(({ name, cents }) => ({ name, boxes: 0, cents }));
  for (const surcharge of service.surcharges) {
    const boxes = shipment.boxes.filter((box) => surchargeOf(service.surcharges, box) === surcharge).length;
    if (boxes > 0) lines.push({ name: surcharge.name, boxes, cents: boxes * (surcharge.cents[column] ?? 0) });
  }
  return lines;
}
