import { shown } from '../../contract/problem-text.js';
import type { PrepareHandler } from '../operation-handler.js';

/** POST /create-order: turns a rate quoted in the same sandbox into an order (assumed; the specification names only the path). */
export const prepare: PrepareHandler<'createOrder'> = ({ service, state }) => {
  return async ({ body, sandbox }) => {
    const quoted = service.quoted(body.rate_id, sandbox);
    if (!quoted) {
      const error = `rate_id must be a rate quoted to this key, got ${shown(body.rate_id)}`;
      return { status: 400, message: 'The request is not valid', errors: [error] };
    }
    const order = service.order(quoted, body, sandbox, await state.nextOrderOf(sandbox, body.rate_id));
    await state.saveOrder(sandbox, order);
    return {
      status: 201,
      body: {
        status: true,
        message: 'Order created successfully',
        data: [order],
        errors: [],
        response_code: '201',
      },
    };
  };
};
