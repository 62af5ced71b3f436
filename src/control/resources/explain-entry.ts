import type { JournalEntry } from '../../journal/journal-entry.js';
import { parseJsonBody } from '../../mock/routing/json-body.js';
import type { Mock } from '../../mock/mock.js';
import type { RateRequest } from '../../shipping/types.js';

/**
 * Why a recorded response says what it says, as the service explains it. Undefined where there is nothing to explain, and
 * where the journal has only a part of the request.
 */
export function explainEntry(
  { service, operations, contract }: Pick<Mock, 'service' | 'operations' | 'contract'>,
  sandbox: string,
  { operation, request, response }: JournalEntry,
): unknown {
  const { bytes, size } = request.body;
  if (!service || operation !== 'getShippingRates' || response.status !== 200 || bytes.length < size)
    return undefined;
  const parsed = parseJsonBody(bytes);
  const validate = operations.find((served) => served.operation.id === operation)?.body?.validateJson;
  // A scenario can force a success on a request that is not valid, and a reload can change what is.
  if (!('value' in parsed) || !validate?.(parsed.value) || !contract.strictKeys) return undefined;
  return service
    .explain(parsed.value as RateRequest, sandbox)
    .map((charge) => ({ ...charge, customsValueCents: charge.customsValueCents ?? null }));
}
