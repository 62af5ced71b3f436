import type { Service } from '../mock/service-definition.js';
import type { ExplainedRate, ShippingEngine } from './shipping-engine.js';
import type { OperationId } from './operation-handler.js';
import type { RateRequest } from './types.js';

/** The one operation whose responses hold prices. */
const rating: OperationId = 'getShippingRates';

/** An explanation as JSON can say it. */
export interface ExplainedCharge extends Omit<ExplainedRate, 'customsValueCents'> {
  readonly customsValueCents: number | null;
}

/** Why each rate of a recorded response costs what it costs, worked out anew from the request with today's tariffs. */
export function explainRates(engine: ShippingEngine): NonNullable<Service['explain']> {
  return ({ operation, response }, body, sandbox): ExplainedCharge[] | undefined => {
    if (operation !== rating || response.status !== 200) return undefined;
    return engine
      .explain(body as RateRequest, sandbox)
      .map((charge) => ({ ...charge, customsValueCents: charge.customsValueCents ?? null }));
  };
}
