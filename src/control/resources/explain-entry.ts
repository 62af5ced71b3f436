import { requestBodyValidator } from '../../contract/contract.js';
import type { JournalEntry } from '../../journal/journal-entry.js';
import type { Mock } from '../../mock/mock.js';
import { parseJsonBody } from '../../mock/exchange/request.js';

/**
 * Asks the service to explain a recorded response. Undefined where it says nothing, where the journal keeps
 * only a part of the request, and where the document would not accept the request: a scenario can force a success on one that
 * is not valid, and a reload can change what is.
 */
export function explainEntry(
  { contract, service, operations }: Pick<Mock, 'contract' | 'service' | 'operations'>,
  sandbox: string,
  entry: JournalEntry,
): unknown {
  const { bytes, size } = entry.request.body;
  const served = operations.find(({ operation }) => operation.id === entry.operation);
  // Nobody knows how a real service came to its answer.
  if (!service?.explain || !served || bytes.length < size || entry.response.fromTarget) return undefined;
  if (!served.body) return service.explain(entry, undefined, sandbox);
  const parsed = parseJsonBody(bytes);
  if (!('value' in parsed) || !requestBodyValidator(contract, served.operation)?.(parsed.value))
    return undefined;
  return service.explain(entry, parsed.value, sandbox);
}
