import type { Handler } from '../../mock/service-definition.js';
import type { OperationId, PrepareContext, PrepareHandler } from '../operation-handler.js';
import { prepare as createOrder } from './createOrder.js';
import { prepare as getOrder } from './getOrder.js';
import { prepare as getShippingRates } from './getShippingRates.js';
import { prepare as listCategories } from './listCategories.js';

/** The handler of each operation of openapi.yaml; a missing one is a compile error. */
const operations: { readonly [Id in OperationId]: PrepareHandler<Id> } = {
  createOrder,
  getOrder,
  getShippingRates,
  listCategories,
};

/** The handlers, by operationId. Calls have been validated, so they are of the handlers' types. */
export function prepareHandlers(context: PrepareContext): Record<string, Handler> {
  const handlers = Object.entries(operations).map(([id, prepare]) => [id, prepare(context)] as const);
  return Object.fromEntries(handlers) as Record<string, unknown> as Record<string, Handler>;
}
