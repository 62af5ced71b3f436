import type { Service } from '../mock/service-definition.js';
import type { OperationId } from './operation-handler.js';
import type { ChargeExplanation } from './rates/charge-explanation.js';
import { rateShipment } from './rates/rate-shipment.js';
import type { TariffBook } from './rates/tariff-book/compile-tariffs.js';
import type { RateRequest } from './types.js';

/** The one operation whose responses have prices. */
const rating: OperationId = 'getShippingRates';

/** An explanation as plain JSON. */
export interface ExplainedCharge extends Omit<ChargeExplanation, 'customsValueCents'> {
  readonly rateId: string;
  readonly customsValueCents: number | null;
}

/** Explains the charge of each rate of a recorded response, computed again from the request with the current tariffs. */
export function explainRates(tariffs: () => TariffBook, seed: number): NonNullable<Service['explain']> {
  return ({ operation, response }, body, sandbox): ExplainedCharge[] | undefined => {
    if (operation !== rating || response.status !== 200) return undefined;
    const context = { tariffs: tariffs(), seed, sandbox, logoBase: '' };
    const { rates, explanations } = rateShipment(body as RateRequest, context);
    return explanations.map((charge, index) => ({
      rateId: rates[index]?.id ?? '',
      ...charge,
      customsValueCents: charge.customsValueCents ?? null,
    }));
  };
}
