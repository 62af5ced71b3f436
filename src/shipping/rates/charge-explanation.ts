/**
 * The explanation of a charge, as data: the billable weight of each box, the zone and its reason, base,
 * surcharges, fuel, home delivery, customs. Its amounts are those of the charge itself, so they always add up.
 */
import { customsValueCents, importTaxLines, importTaxText } from './customs/import-tax.js';
import type { ImportTaxLine } from './customs/import-tax.js';
import { explainUsZone, explainWorldZone, zoneNames } from './geography/zones.js';
import { type Charge, type Quote, surchargeOf } from './quote-shipment.js';
import { actualSteps, billableSteps, dimensionalSteps } from './shipment.js';

/** Weights in the unit of the explanation, rounded up to the courier's step. */
export interface BoxExplanation {
  readonly actual: number;
  /** 0 where the courier ignores the volume of so small a box. */
  readonly dimensional: number;
  /** The greatest of the two and of the minimum for an oversize box. */
  readonly billable: number;
}

/** The total of one kind of surcharge over all boxes. */
export interface SurchargeLine {
  readonly name: string;
  /** The number of boxes that pay it; 0 when it is for the whole shipment. */
  readonly boxes: number;
  readonly cents: number;
}

/** Amounts in US cents. */
export interface ChargeExplanation {
  readonly serviceCode: string;
  readonly courierName: string;
  /** The day from which the tariff is valid. */
  readonly tariffDate: string;
  readonly weightUnit: 'lb' | 'kg';
  /** Cubic inches per lb or cubic centimetres per kg. */
  readonly divisor: number;
  /** Cubic inches or centimetres up to which the volume of a box doesn't count; 0 where it always does. */
  readonly dimensionalAbove: number;
  readonly boxes: readonly BoxExplanation[];
  /** The request's total weight, rounded up to the step. */
  readonly totalWeight: number;
  /** The billed weight: the greater of the total and the sum of the boxes' billable weights. */
  readonly billedWeight: number;
  readonly zone: { readonly name: string; readonly reason: string };
  readonly baseCents: number;
  readonly surcharges: readonly SurchargeLine[];
  readonly fuel: { readonly percent: number; readonly cents: number };
  /** Base, surcharges and fuel: the rate's shipping_charge. */
  readonly shippingChargeCents: number;
  readonly homeDeliveryFeeCents: number;
  /** The sender's total: shipping charge and home delivery fee, without taxes. */
  readonly totalCents: number;
  /** Undefined when it is beyond a billion dollars. */
  readonly customsValueCents: number | undefined;
  readonly importTax: {
    readonly text: string;
    readonly lines: readonly ImportTaxLine[];
    readonly cents: number;
  };
}

/** Explains one charge of a quote. */
export function explainCharge(quote: Quote, charge: Charge): ChargeExplanation {
  const { service, shippingCents, homeDeliveryCents } = charge;
  const { weight } = service;
  const value = customsValueCents(quote.request);
  const taxLines = importTaxLines(quote.importTax, shippingCents);
  return {
    serviceCode: service.code,
    courierName: service.name,
    tariffDate: service.courier.effective,
    weightUnit: weight.unit,
    divisor: weight.divisor,
    dimensionalAbove: weight.dimensionalAbove,
    boxes: explainBoxes(quote, charge),
    totalWeight: actualSteps(weight, quote.shipment.totalGrams) * weight.step,
    billedWeight: charge.billedSteps * weight.step,
    zone: explainZone(quote, charge),
    baseCents: charge.baseCents,
    surcharges: surchargeLines(quote, charge),
    fuel: { percent: service.fuelBasisPoints / 100, cents: charge.fuelCents },
    shippingChargeCents: shippingCents,
    homeDeliveryFeeCents: homeDeliveryCents,
    totalCents: shippingCents + homeDeliveryCents,
    customsValueCents: value === Infinity ? undefined : value,
    importTax: {
      text: importTaxText(quote.importTax, shippingCents),
      lines: taxLines,
      cents: taxLines.reduce((sum, line) => sum + line.cents, 0),
    },
  };
}

function explainBoxes({ shipment }: Quote, { service }: Charge): BoxExplanation[] {
  const { weight, surcharges } = service;
  return shipment.boxes.map((box) => {
    const least = surchargeOf(surcharges, box)?.minSteps ?? 0;
    return {
      actual: actualSteps(weight, box.grams) * weight.step,
      dimensional: dimensionalSteps(weight, box) * weight.step,
      billable: Math.max(least, billableSteps(weight, box)) * weight.step,
    };
  });
}

/** The surcharges of a shipment by kind: fixed fees first, then those of boxes. */
function surchargeLines({ shipment }: Quote, { service, column }: Charge): SurchargeLine[] {
  const lines = service.shipmentFees.map(({ name, cents }) => ({ name, boxes: 0, cents }));
  for (const surcharge of service.surcharges) {
    const boxes = shipment.boxes.filter((box) => surchargeOf(service.surcharges, box) === surcharge).length;
    if (boxes > 0) lines.push({ name: surcharge.name, boxes, cents: boxes * (surcharge.cents[column] ?? 0) });
  }
  return lines;
}

function explainZone(
  { request, tariffs, from, to }: Quote,
  { service, column }: Charge,
): ChargeExplanation['zone'] {
  const name = zoneNames(service.zoning)[service.columns.indexOf(column)] ?? '';
  const reason =
    service.zoning === 'us-distance'
      ? explainUsZone(tariffs.us, request.sender, request.receiver)
      : explainWorldZone(from, to);
  return { name, reason };
}
