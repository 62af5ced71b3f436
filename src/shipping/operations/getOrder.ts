import { orders } from '../orders/order-rate.js';
import type { Order } from '../types.js';
import { shown } from '../../contract/validation/problem-text.js';
import type { PrepareHandler } from '../operation-handler.js';

/** GET /orders/{tracking_number}: an order of the same sandbox; the specification's 404 otherwise (7 rule 4). */
export const prepare: PrepareHandler<'getOrder'> = ({ documents }) => {
  return async ({ path: { tracking_number: number }, sandbox }) => {
    const order = await documents.find<Order>(sandbox, orders, number);
    if (!order) {
      return {
        status: 404,
        message: 'Order not found',
        errors: [`No order has the tracking number ${shown(number)}`],
      };
    }
    const message = 'Order retrieved successfully';
    return { status: 200, body: { status: true, message, data: [order], errors: [], response_code: '200' } };
  };
};
