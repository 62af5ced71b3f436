import { responseFor, type Operation } from '../../contract/operations.js';
import type { Breach } from '../rules/rule.js';
import type { CompletedExchange } from '../target/exchange.js';

/** The breach by a response whose status should be one of others that the document has: it is quoted for the first of them. */
export function insteadOf(
  { response, operation }: Pick<CompletedExchange, 'response' | 'operation'>,
  ...wanted: readonly (number | string)[]
): Breach {
  const stated = operation && wanted.map((status) => responseOf(operation, status)).find(Boolean);
  return {
    actual: `status ${response.status}`,
    expected: wanted.map((status) => `status ${status}`),
    ...(stated && { documentPointer: stated.pointer }),
  };
}

function responseOf(operation: Operation, status: number | string) {
  return operation.responses.get(String(status)) ?? responseFor(operation, Number(status));
}
