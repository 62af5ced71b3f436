import { shown } from '../../contract/validation/problem-text.js';
import { envelope, type PrepareHandler, type Result } from '../operation-handler.js';
import { orderableRate, orderRate, orders, ordersByRate } from '../orders/order-rate.js';

/** POST /create-order: turns a rate quoted in the same sandbox into an order (4.3 names only the path). */
export const prepare: PrepareHandler<'createOrder'> = ({ tariffs: load, seed, nowIn, documents }) => {
  return async ({ body, sandbox }) => {
    const rate = orderableRate({ tariffs: await load(), seed, sandbox }, body.rate_id);
    if (!rate) return notQuoted(body.rate_id);
    const count = await documents.increment(sandbox, ordersByRate, body.rate_id);
    const order = orderRate({ seed, sandbox }, body, rate, count - 1, await nowIn(sandbox));
    await documents.save(sandbox, orders, order.tracking_number, order);
    return { status: 201, body: envelope('201', 'Order created successfully', [order]) };
  };
};

function notQuoted(rateId: string): Result<'createOrder'> {
  const error = `rate_id must be a rate quoted to this key, got ${shown(rateId)}`;
  return { status: 400, message: 'The request is not valid', errors: [error] };
}
