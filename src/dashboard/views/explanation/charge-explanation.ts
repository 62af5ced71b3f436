/** Why a rate costs what it costs, as the shipping service explains it. Amounts are US cents; they add up to the rate's. */
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

/** Whether an explanation is that of rates; other services explain other things. */
export function areCharges(explanation: unknown): explanation is readonly ChargeExplanation[] {
  if (!Array.isArray(explanation)) return false;
  return explanation.every(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 'surcharges' in one && 'importTax' in one && 'boxes' in one,
  );
}
