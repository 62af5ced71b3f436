import type { RateRequest } from '../shipping/types.js';
import type { ExplainedRate } from '../shipping/shipping-service.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import { parseJsonBody } from '../mock/routing/json-body.js';
import type { Mock } from '../mock/mock.js';
import type { OperationId } from '../mock/operation-handler.js';

/** The one operation whose answers are prices. */
const rating: OperationId = 'getShippingRates';

/** An explanation as JSON can say it. */
export interface ExplainedCharge extends Omit<ExplainedRate, 'customsValueCents'> {
  readonly customsValueCents: number | null;
}

/**
 * Why each rate of a journalled answer costs what it costs, worked out anew from the request with today's tariffs.
 * Undefined for anything but an answer with rates, and where the journal keeps only a part of the request.
 */
export function explainCharges(
  { service, operations, contract }: Pick<Mock, 'service' | 'operations' | 'contract'>,
  sandbox: string,
  { operation, request, response }: JournalEntry,
): ExplainedCharge[] | undefined {
  const { bytes, size } = request.body;
  if (!service || operation !== rating || response.status !== 200 || bytes.length < size) return undefined;
  const parsed = parseJsonBody(bytes);
  const validate = operations.find((served) => served.operation.id === rating)?.body?.validateJson;
  // A scenario can force a success on a request that is not valid, and a reload can change what is.
  if (!('value' in parsed) || !validate?.(parsed.value) || !contract.strictKeys) return undefined;
  return service
    .explain(parsed.value as RateRequest, sandbox)
    .map((charge) => ({ ...charge, customsValueCents: charge.customsValueCents ?? null }));
}
