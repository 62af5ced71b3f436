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

/** Prepares all handlers. Calls have been validated, so they are of the handlers' types. */
export async function prepareHandlers(context: PrepareContext): Promise<Record<string, Handler>> {
  const prepared = await Promise.all(
    Object.entries(operations).map(async ([id, prepare]) => [id, await prepare(context)] as const),
  );
  return Object.fromEntries(prepared) as Record<string, unknown> as Record<string, Handler>;
}

/** Handlers that are prepared when they are first called. */
export function prepareWhenCalled(context: PrepareContext): Record<string, Handler> {
  const handlers = Object.entries(operations).map(([id, prepare]) => {
    let prepared: Promise<Handler> | undefined;
    const handler: Handler = async (call) => {
      prepared ??= Promise.resolve(prepare(context) as MaybePromise<unknown> as MaybePromise<Handler>);
      return (await prepared)(call);
    };
    return [id, handler] as const;
  });
  return Object.fromEntries(handlers);
}
