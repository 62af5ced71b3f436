import { orders } from '../orders/order-rate.js';
import type { Order } from '../types.js';
import { shown } from '../../contract/validation/problem-text.js';
import { envelope, type PrepareHandler } from '../operation-handler.js';

/** GET /orders/{tracking_number}: an order of the same sandbox; the specification's 404 otherwise (7 rule 4). */
export const prepare: PrepareHandler<'getOrder'> = ({ documents }) => {
  return async ({ path: { tracking_number: number }, sandbox }) => {
    const order = await documents.find<Order>(sandbox, orders, number);
    if (!order) {
      const errors = [`No order has the tracking number ${shown(number)}`];
      return { status: 404, message: 'Order not found', errors };
    }
    return { status: 200, body: envelope('200', 'Order retrieved successfully', [order]) };
  };
};
