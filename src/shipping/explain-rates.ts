import type { Service } from '../mock/service-definition.js';
import type { ExplainedRate, ShippingEngine } from './shipping-engine.js';
import type { OperationId } from './operation-handler.js';
import type { RateRequest } from './types.js';

/** The one operation whose responses have prices. */
const rating: OperationId = 'getShippingRates';

/** An explanation as plain JSON. */
export interface ExplainedCharge extends Omit<ExplainedRate, 'customsValueCents'> {
  readonly customsValueCents: number | null;
}

/** Explains the charge of each rate of a recorded response, computed again from the request with the current tariffs. */
export function explainRates(engine: ShippingEngine): NonNullable<Service['explain']> {
  return ({ operation, response }, body, sandbox): ExplainedCharge[] | undefined => {
    if (operation !== rating || response.status !== 200) return undefined;
    return engine
      .explain(body as RateRequest, sandbox)
      .map((charge) => ({ ...charge, customsValueCents: charge.customsValueCents ?? null }));
  };
}
