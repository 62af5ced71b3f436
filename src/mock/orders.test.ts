/** From a quoted rate to an order that can be looked up, and what another sandbox sees of it. */
import { expect, it } from 'vitest';
import { headersWith, send, startMock } from '../testing/mock-server.js';
import { rateExamples } from '../testing/rate-requests.js';

const server = await startMock({ clock: '2026-01-15T09:30:00Z' });
const body = (value: unknown) => ({ body: JSON.stringify(value) });
const quoted = await send(server, 'POST', '/get-shipping-rates', body(rateExamples.usa_to_bangladesh));
const [rate] = quoted.json.data;
const order = (change: object = {}, key?: string) =>
  send(server, 'POST', '/create-order', {
    ...body({ rate_id: rate?.id, ...change }),
    headers: headersWith(key),
  });

it('an order repeats its rate and can be looked up by tracking number', async () => {
  const created = await order({ reference: 'PO-1' });
  expect(created.json.data).toEqual([
    {
      id: expect.any(String),
      tracking_number: expect.any(String),
      rate_id: rate?.id,
      courier_name: rate?.courier_name,
      shipping_charge: rate?.shipping_charge,
      status: expect.any(String),
      created_at: '2026-01-15T09:30:00.000Z',
      reference: 'PO-1',
    },
  ]);
  const found = await send(server, 'GET', `/orders/${String(created.json.data[0]?.tracking_number)}`);
  expect(found.json.data).toEqual(created.json.data);
});

it('ordering a rate twice creates two orders', async () => {
  const [first, second] = [await order(), await order()];
  expect(first.json.data[0]?.tracking_number).not.toBe(second.json.data[0]?.tracking_number);
  expect(first.json.data[0]?.id).not.toBe(second.json.data[0]?.id);
});

it('orders that are created at the same time get different numbers', async () => {
  const orders = await Promise.all(Array.from({ length: 50 }, () => order()));
  expect(new Set(orders.map(({ json }) => json.data[0]?.tracking_number)).size).toBe(50);
});

it('another sandbox can neither order the rate nor look up the order', async () => {
  const created = await order();
  expect((await order({}, 'dk_test_other')).status).toBe(400);
  const path = `/orders/${String(created.json.data[0]?.tracking_number)}`;
  expect((await send(server, 'GET', path, { headers: headersWith('dk_test_other') })).status).toBe(404);
  expect((await send(server, 'GET', path)).status).toBe(200);
});

it('a tampered rate id is refused', async () => {
  const id = String(rate?.id);
  for (const place of [6, Math.floor(id.length / 2), id.length - 1]) {
    const changed = id.slice(0, place) + (id[place] === 'A' ? 'B' : 'A') + id.slice(place + 1);
    expect([place, (await order({ rate_id: changed })).status]).toEqual([place, 400]);
  }
});

it('rates do not depend on the order of fields, nor on unknown fields', async () => {
  const reversed = Object.fromEntries(Object.entries(rateExamples.usa_to_bangladesh).reverse());
  const responses = [reversed, { ...rateExamples.usa_to_bangladesh, note: 'x' }].map((value) =>
    send(server, 'POST', '/get-shipping-rates', body(value)),
  );
  const charges = (data: Record<string, unknown>[]) =>
    data.map((one) => [one.courier_name, one.shipping_charge]);
  for (const response of await Promise.all(responses))
    expect(charges(response.json.data)).toEqual(charges(quoted.json.data));
});

it('rates are sorted by charge and share one request id', () => {
  const charges = quoted.json.data.map((one) => Number(one.shipping_charge));
  expect(charges.length).toBeGreaterThan(1);
  expect(charges).toEqual([...charges].sort((a, b) => a - b));
  expect(new Set(quoted.json.data.map((one) => one.request_id)).size).toBe(1);
  expect(new Set(quoted.json.data.map((one) => one.id)).size).toBe(charges.length);
});
