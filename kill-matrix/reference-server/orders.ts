/** Orders as the project assumes them; the specification names them and shows neither payload nor path. */
import { enveloped, type Answer, type Fields } from './stages.js';

export interface OrderBook {
  /** Remembers rates so that they can be ordered. */
  quote(rates: readonly Fields[]): void;
  create(body: Fields): Answer;
  find(trackingNumber: string): Answer;
}

export function orderBook(now: () => number): OrderBook {
  const quoted = new Map<unknown, Fields>();
  const orders = new Map<string, Fields>();
  return {
    quote: (rates) => rates.forEach((rate) => quoted.set(rate.id, rate)),
    create(body) {
      const rate = quoted.get(body.rate_id);
      if (!rate) return enveloped(400, 'Invalid order', [], ['rate_id is not the id of a rate given before']);
      const trackingNumber = `TRK${String(orders.size + 1).padStart(6, '0')}`;
      const order = {
        id: `order-${orders.size + 1}`,
        tracking_number: trackingNumber,
        rate_id: rate.id,
        courier_name: rate.courier_name,
        shipping_charge: rate.shipping_charge,
        status: 'created',
        created_at: new Date(now()).toISOString(),
      };
      orders.set(trackingNumber, order);
      return enveloped(201, 'Order created', [order]);
    },
    find(trackingNumber) {
      const order = orders.get(trackingNumber);
      if (order) return enveloped(200, 'Order found', [order]);
      return enveloped(404, 'Order not found', [], [`No order has the tracking number ${trackingNumber}`]);
    },
  };
}
