import { describe, expect, it } from 'vitest';
import { rateShipment } from '../rates/rate-shipment.js';
import { book, context as rateContext, request } from '../rates/testing/shipments.js';
import type { OrderRequest } from '../types.js';
import { orderableRate, orderRate, isTrackingNumber } from './order-rate.js';

const [rate] = rateShipment(request(), rateContext).rates;
const context = { tariffs: book, seed: 1, sandbox: 'public' };
const start = Date.UTC(2026, 0, 1, 12, 30, 5, 7);
const order = (timesOrdered = 0, now = start, change: Partial<OrderRequest> = {}) =>
  orderRate(context, { rate_id: rate!.id, ...change }, orderableRate(context, rate!.id)!, timesOrdered, now);

describe('orderRate', () => {
  it('makes an order from the content of the rate id', () => {
    const made = order();
    expect(made).toEqual({
      id: expect.stringMatching(/^ord_[0-9a-f]{16}$/),
      tracking_number: expect.stringMatching(/^DDK[2-9A-HJKMNP-Z]{11}$/),
      rate_id: rate!.id,
      courier_name: rate!.courier_name,
      shipping_charge: rate!.shipping_charge,
      status: 'created',
      created_at: '2026-01-01T12:30:05.007Z',
    });
    expect(isTrackingNumber(made.tracking_number)).toBe(true);
    expect(order()).toEqual(made);
  });

  it("keeps the client's reference", () => {
    expect(order(0, start, { reference: 'PO 7' })).toHaveProperty('reference', 'PO 7');
    expect(order()).not.toHaveProperty('reference');
  });

  it('gives every order of a rate its own id and tracking number, whatever the time', () => {
    const orders = Array.from({ length: 200 }, (_, timesOrdered) => order(timesOrdered));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(200);
    expect(new Set(orders.map((each) => each.tracking_number)).size).toBe(200);
    expect(order(0, 0).tracking_number).toBe(orders[0]!.tracking_number);
  });
});

describe('orderableRate', () => {
  it('finds no rate of another sandbox, another seed or a removed courier, and none for an invalid rate id', () => {
    const found = (change: Partial<typeof context>) => orderableRate({ ...context, ...change }, rate!.id);
    expect(found({})).toBeDefined();
    expect(found({ sandbox: 'other' })).toBeUndefined();
    expect(found({ seed: 2 })).toBeUndefined();
    expect(found({ tariffs: { ...book, serviceByCode: new Map() } })).toBeUndefined();
    expect(orderableRate(context, 'rate_unknown')).toBeUndefined();
  });
});
