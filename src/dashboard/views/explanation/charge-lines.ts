/** A charge as the lines of a bill, and as the parts of a bar. */
import { count, money } from '../../parts/text.js';

export interface ChargeLine {
  readonly name: string;
  readonly why: string;
  readonly cents: number;
  readonly isSum?: boolean;
}

/** Base, each surcharge, fuel and home delivery, and the total that they add up to. */
export function chargeLines(charge: ChargeExplanation): readonly ChargeLine[] {
  const { weightUnit: unit, billedWeight, zone, surcharges, fuel, homeDeliveryFeeCents } = charge;
  return [
    { name: 'Base', why: `${billedWeight} ${unit} to zone ${zone.name}`, cents: charge.baseCents },
    ...surcharges.map(({ name, boxes, cents }) => ({
      name,
      why: boxes === 0 ? 'for the shipment' : `for ${boxes} box${boxes === 1 ? '' : 'es'}`,
      cents,
    })),
    { name: 'Fuel', why: `${fuel.percent} %`, cents: fuel.cents },
    {
      name: 'Home delivery',
      why: homeDeliveryFeeCents === 0 ? 'not to a home' : 'to a home',
      cents: homeDeliveryFeeCents,
    },
    {
      name: 'Total',
      why: `shipping charge ${money(charge.shippingChargeCents)} and home delivery`,
      ...{ cents: charge.totalCents, isSum: true },
    },
  ];
}

export const chargeParts = ['Base', 'Surcharges', 'Fuel', 'Home delivery'] as const;

/** Cents of each of `chargeParts`, in their order. */
export function partCents(charge: ChargeExplanation): readonly number[] {
  const extra = charge.surcharges.reduce((sum, { cents }) => sum + cents, 0);
  return [charge.baseCents, extra, charge.fuel.cents, charge.homeDeliveryFeeCents];
}

export function weightSentence(charge: ChargeExplanation): string {
  const { billedWeight, totalWeight, boxes, weightUnit, divisor, dimensionalAbove } = charge;
  const sum = Math.round(boxes.reduce((all, { billable }) => all + billable, 0) * 1000) / 1000;
  const greater = totalWeight >= sum ? `the stated total of ${totalWeight}` : `the boxes' sum of ${sum}`;
  const unit = weightUnit === 'lb' ? 'cubic inches' : 'cubic centimetres';
  const without =
    dimensionalAbove === 0 ? '' : `; a box of up to ${count(dimensionalAbove)} ${unit} has none`;
  return `${billedWeight} ${weightUnit} are billed: ${greater} is the greater. Dimensional weight is the volume in ${unit} divided by ${divisor}${without}.`;
}

export function taxLines({ importTax }: ChargeExplanation): readonly ChargeLine[] {
  return (importTax.lines as readonly Partial<Record<string, unknown>>[]).map(
    ({ name, percent, onCents, cents }) => ({
      name: String(name),
      why:
        typeof percent === 'number' && typeof onCents === 'number'
          ? `${percent} % of ${money(onCents)}`
          : Number(cents) === 0
            ? 'the value is within the threshold'
            : 'a fixed amount for each kind of item, as the value is within the threshold',
      cents: Number(cents),
    }),
  );
}

/** The parts of a rate's price, as the shipping service explains them. Amounts are US cents; they add up to the rate's. */
export interface ChargeExplanation {
  readonly rateId: string;
  readonly courierName: string;
  readonly tariffDate: string;
  readonly weightUnit: string;
  /** Cubic inches per lb or cubic centimetres per kg. */
  readonly divisor: number;
  /** The volume, in the same unit, up to which a box has no dimensional weight; 0 where every box has one. */
  readonly dimensionalAbove: number;
  readonly boxes: readonly {
    readonly actual: number;
    readonly dimensional: number;
    readonly billable: number;
  }[];
  readonly totalWeight: number;
  readonly billedWeight: number;
  readonly zone: { readonly name: string; readonly reason: string };
  readonly baseCents: number;
  readonly surcharges: readonly { readonly name: string; readonly boxes: number; readonly cents: number }[];
  readonly fuel: { readonly percent: number; readonly cents: number };
  readonly shippingChargeCents: number;
  readonly homeDeliveryFeeCents: number;
  readonly totalCents: number;
  /** Null beyond a billion dollars. */
  readonly customsValueCents: number | null;
  readonly importTax: { readonly text: string; readonly lines: readonly object[]; readonly cents: number };
}

/** True for the explanation of rates; other services explain other things. */
export function areCharges(explanation: unknown): explanation is readonly ChargeExplanation[] {
  if (!Array.isArray(explanation)) return false;
  return explanation.every(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 'surcharges' in one && 'importTax' in one && 'boxes' in one,
  );
}
