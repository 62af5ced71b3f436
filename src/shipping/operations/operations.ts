import type { Handler, MaybePromise } from '../../mock/service-definition.js';
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

/**
 * Handlers that are prepared when they are first called, since much of what rates need takes longer than the rest of a start. Calls
 * have been validated, so they are of the handlers' types.
 */
export function prepareWhenCalled(context: PrepareContext): Record<string, Handler> {
  const handlers = Object.entries(operations).map(([id, prepare]) => {
    let prepared: Handler | undefined;
    let preparing: Promise<Handler> | undefined;
    const prepareOnce = async (): Promise<Handler> =>
      (prepared = await (prepare(context) as MaybePromise<unknown> as MaybePromise<Handler>));
    const handler: Handler = (call) => {
      if (prepared) return prepared(call);
      preparing ??= prepareOnce();
      return preparing.then((ready) => ready(call));
    };
    return [id, handler] as const;
  });
  return Object.fromEntries(handlers);
}
