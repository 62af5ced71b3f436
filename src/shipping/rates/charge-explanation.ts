/**
 * The explanation of a charge, as data: the billable weight of each box, the zone and its reason, base,
 * surcharges, fuel, home delivery, customs. Its amounts are those of the charge itself, so they always add up.
 */
import { customsValueCents, importTaxLines, importTaxText } from './customs/import-tax.js';
import { explainUsZone, explainWorldZone, zoneNames } from './geography/zones.js';
import { type Charge, type Quote, surchargeOf } from './quote-shipment.js';
import { actualSteps, billableSteps, dimensionalSteps } from './shipment.js';

/** Amounts in US cents, weights in `weightUnit`, rounded up to the courier's step. */
export type ChargeExplanation = Readonly<ReturnType<typeof explainCharge>>;

/** Explains one charge of a quote. */
export function explainCharge(quote: Quote, charge: Charge) {
  const { service, shippingCents, homeDeliveryCents } = charge;
  const { weight } = service;
  const value = customsValueCents(quote.request);
  const taxLines = importTaxLines(quote.importTax, shippingCents);
  return {
    serviceCode: service.code,
    courierName: service.name,
    /** The day from which the tariff is valid. */
    tariffDate: service.courier.effective,
    weightUnit: weight.unit,
    /** Cubic inches per lb or cubic centimetres per kg. */
    divisor: weight.divisor,
    /** Cubic inches or centimetres up to which the volume of a box doesn't count; 0 where it always does. */
    dimensionalAbove: weight.dimensionalAbove,
    boxes: explainBoxes(quote, charge),
    /** The request's. */
    totalWeight: actualSteps(weight, quote.shipment.totalGrams) * weight.step,
    /** The greater of the total and the sum of the boxes' billable weights. */
    billedWeight: charge.billedSteps * weight.step,
    zone: explainZone(quote, charge),
    baseCents: charge.baseCents,
    surcharges: surchargeLines(quote, charge),
    fuel: { percent: service.fuelBasisPoints / 100, cents: charge.fuelCents },
    /** Base, surcharges and fuel: the rate's shipping_charge. */
    shippingChargeCents: shippingCents,
    homeDeliveryFeeCents: homeDeliveryCents,
    /** The sender's charges, without taxes. */
    totalCents: shippingCents + homeDeliveryCents,
    /** Undefined when it is beyond a billion dollars. */
    customsValueCents: value === Infinity ? undefined : value,
    importTax: {
      text: importTaxText(quote.importTax, shippingCents),
      lines: taxLines,
      cents: taxLines.reduce((sum, line) => sum + line.cents, 0),
    },
  };
}

function explainBoxes({ shipment }: Quote, { service }: Charge) {
  const { weight, surcharges } = service;
  return shipment.boxes.map((box) => {
    const least = surchargeOf(surcharges, box)?.minSteps ?? 0;
    return {
      actual: actualSteps(weight, box.grams) * weight.step,
      /** 0 where the courier ignores the volume of so small a box. */
      dimensional: dimensionalSteps(weight, box) * weight.step,
      /** The greatest of the two and of the minimum for an oversize box. */
      billable: Math.max(least, billableSteps(weight, box)) * weight.step,
    };
  });
}

/** The surcharges of a shipment by kind: fixed fees, which are of no box, then those of boxes, with how many pay them. */
function surchargeLines({ shipment }: Quote, { service, column }: Charge) {
  const lines = service.shipmentFees.map(({ name, cents }) => ({ name, boxes: 0, cents }));
  for (const surcharge of service.surcharges) {
    const boxes = shipment.boxes.filter((box) => surchargeOf(service.surcharges, box) === surcharge).length;
    if (boxes > 0) lines.push({ name: surcharge.name, boxes, cents: boxes * (surcharge.cents[column] ?? 0) });
  }
  return lines;
}

function explainZone({ request, tariffs, from, to }: Quote, { service, column }: Charge) {
  const name = zoneNames(service.zoning)[service.columns.indexOf(column)] ?? '';
  const reason =
    service.zoning === 'us-distance'
      ? explainUsZone(tariffs.us, request.sender, request.receiver)
      : explainWorldZone(from, to);
  return { name, reason };
}
