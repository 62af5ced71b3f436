/**
 * Quotes a shipment: every service whose lanes, products and limits allow it gives one charge, from base by zone and
 * billed weight, surcharges and fuel. All amounts are whole cents. Limits come before any arithmetic, so no number that
 * passes can overflow.
 */
import type { RateRequest } from '../types.js';
import { domestic, type ImportTax, importTaxOf } from './customs/import-tax.js';
import { type Country, countryOf, usZone, worldZone } from './geography/zones.js';
import type { Service } from './tariff-book/compile-service.js';
import { billableSteps, billedSteps, lengthPlusGirth, measureShipment } from './shipment.js';
import type { MeasuredBox, Shipment } from './shipment.js';
import type { TariffBook } from './tariff-book/compile-tariffs.js';

type Surcharge = Service['surcharges'][number];

/** The result of rating, from which rates and explanations are made. */
export type Quote = Readonly<NonNullable<ReturnType<typeof quoteShipment>>>;

/** Amounts in cents. */
export type Charge = Readonly<NonNullable<ReturnType<typeof priceShipment>>>;

/** Quotes a valid request; undefined where no courier serves the lane or can carry the boxes. */
export function quoteShipment(request: RateRequest, tariffs: TariffBook) {
  const from = countryOf(tariffs.world, request.sender.country_code);
  const to = countryOf(tariffs.world, request.receiver.country_code);
  if (from === undefined || to === undefined) return undefined;
  const shipment = measureShipment(request, tariffs.weightRules);
  const charges = priceServices(request, tariffs, shipment, from, to);
  if (charges.length === 0) return undefined;
  const importTax: ImportTax = from === to ? domestic : importTaxOf(tariffs.importTaxes, request, from, to);
  return { request, tariffs, shipment, from, to, importTax, charges };
}

/** By shipping charge, then by name. */
function priceServices(
  request: RateRequest,
  tariffs: TariffBook,
  shipment: Shipment,
  from: Country,
  to: Country,
): readonly Charge[] {
  const toHome = request.delivery_type === 'residential';
  const zone = worldZone(from, to);
  const zoneInUs =
    from === to && from.code === 'US' ? usZone(tariffs.us, request.sender, request.receiver) : -1;
  const charges: Charge[] = [];
  for (const service of tariffs.services) {
    if (!serves(service, from, to) || !service.products.includes(request.product_type)) continue;
    const column = service.columns[service.zoning === 'world' ? zone : zoneInUs] ?? -1;
    if (column < 0) continue;
    const charge = priceShipment(service, shipment, column, toHome);
    if (charge !== undefined) insert(charges, charge);
  }
  return charges;
}

/** Keeps few charges in order, without the copies of a sort. Services come by name, and equal charges keep that order. */
function insert(charges: Charge[], charge: Charge): void {
  let at = charges.length;
  for (; at > 0; at -= 1) {
    const before = charges[at - 1];
    if (before === undefined || before.shippingCents <= charge.shippingCents) break;
    charges[at] = before;
  }
  charges[at] = charge;
}

function serves(service: Service, from: Country, to: Country): boolean {
  for (const lane of service.lanes) {
    if (lane.domestic === (from === to) && lane.from[from.index] === 1 && lane.to[to.index] === 1)
      return true;
  }
  return false;
}

/** Undefined when the service can't carry the shipment. @param toHome whether the receiver is a home */
function priceShipment(service: Service, shipment: Shipment, column: number, toHome: boolean) {
  const { limits, weight, surcharges } = service;
  if (!fits(limits, shipment)) return undefined;
  let steps = billedSteps(weight, shipment);
  let surchargeCents = service.shipmentFeeCents;
  if (mayPaySurcharge(surcharges, shipment)) {
    for (const box of shipment.boxes) {
      const surcharge = surchargeOf(surcharges, box);
      if (surcharge === undefined) continue;
      surchargeCents += surcharge.cents[column] ?? 0;
      steps += Math.max(0, surcharge.minSteps - billableSteps(weight, box));
    }
  }
  if (steps > limits.maxSteps || steps < limits.minSteps) return undefined;
  const baseCents = baseCharge(service.price, column, steps);
  const fuelCents = Math.round(((baseCents + surchargeCents) * service.fuelBasisPoints) / 10_000);
  const { cents, perBox } = service.homeDelivery;
  return {
    service,
    /** That of the zone in the service's tables. */
    column,
    billedSteps: steps,
    baseCents,
    surchargeCents,
    fuelCents,
    /** Base, surcharges and fuel. */
    shippingCents: baseCents + surchargeCents + fuelCents,
    homeDeliveryCents: toHome ? cents * (perBox ? shipment.boxes.length : 1) : 0,
  };
}

/** A total weight that the boxes could not hold is refused like a box that is too heavy. */
function fits(limits: Service['limits'], shipment: Shipment): boolean {
  return (
    shipment.boxes.length <= limits.boxes &&
    shipment.heaviestBox <= limits.boxGrams &&
    shipment.longestSide <= limits.longestSide &&
    shipment.longestSecondSide <= limits.secondSide &&
    shipment.largestLengthPlusGirth <= limits.lengthPlusGirth &&
    shipment.totalGrams <= limits.boxGrams * shipment.boxes.length
  );
}

/** Tells whether any box can meet a trigger, by the extremes of the shipment and without a loop over the boxes. */
function mayPaySurcharge(surcharges: readonly Surcharge[], shipment: Shipment): boolean {
  const { longestSide, longestSecondSide, largestLengthPlusGirth, heaviestBox } = shipment;
  for (const surcharge of surcharges)
    if (exceeds(surcharge, longestSide, longestSecondSide, largestLengthPlusGirth, heaviestBox)) return true;
  return false;
}

/** The first surcharge whose trigger a box exceeds; the tariff lists the worst first. */
export function surchargeOf(surcharges: readonly Surcharge[], box: MeasuredBox): Surcharge | undefined {
  for (const surcharge of surcharges)
    if (exceeds(surcharge, box.longest, box.second, lengthPlusGirth(box), box.grams)) return surcharge;
  return undefined;
}

function exceeds(surcharge: Surcharge, longest: number, second: number, extent: number, grams: number) {
  return (
    longest > surcharge.overLongestSide ||
    second > surcharge.overSecondSide ||
    extent > surcharge.overLengthPlusGirth ||
    grams > surcharge.overGrams
  );
}

/** The base charge in cents for a number of billed steps. */
function baseCharge(price: Service['price'], column: number, steps: number): number {
  if (steps <= price.steps) return price.cents[column * price.steps + steps - 1] ?? 0;
  for (const { after, last, start, perStep } of price.slopes) {
    if (steps <= last) return Math.round((start[column] ?? 0) + (perStep[column] ?? 0) * (steps - after));
  }
  throw new RangeError(`No price for ${steps} steps: tariff checks let shipment_weight exceed the bands.`);
}
