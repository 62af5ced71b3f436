/** A front-end's typed client over HTTP. A changed schema is a compile error here. */
import { expect, it } from 'vitest';
import createClient from 'openapi-fetch';
import type { paths } from '../../contract/generated/openapi.js';
import { startMock } from '../../testing/mock-server.js';
import { rateExamples } from '../../testing/rate-requests.js';

const server = await startMock();
const clientWith = (key: string) =>
  createClient<paths>({ baseUrl: server.url, headers: { Authorization: `Bearer ${key}` } });
const client = clientWith('dk_test_shop');

it('a typed client lists categories, compares rates, orders the cheapest and looks up the order', async () => {
  const categories = await client.GET('/categories');
  expect(categories.data?.data[0]?.name.length).toBeGreaterThan(0);

  const rates = await client.POST('/get-shipping-rates', { body: rateExamples.domestic_residential });
  const cheapest = rates.data?.data.reduce((a, b) => (b.shipping_charge < a.shipping_charge ? b : a));
  expect(cheapest?.home_delivery_fee).toBeGreaterThan(0);
  expect(rates.data?.data.length).toBeGreaterThanOrEqual(3);

  const order = await client.POST('/create-order', {
    body: { rate_id: cheapest?.id ?? '', reference: 'cart-7' },
  });
  const number = order.data?.data[0]?.tracking_number ?? '';
  const found = await client.GET('/orders/{tracking_number}', {
    params: { path: { tracking_number: number } },
  });
  expect(found.data?.data[0]).toMatchObject({
    reference: 'cart-7',
    shipping_charge: cheapest?.shipping_charge,
  });
});

it('a typed client reads typed errors', async () => {
  const { error, response } = await client.GET('/orders/{tracking_number}', {
    params: { path: { tracking_number: 'DDK0' } },
  });
  expect([response.status, error?.response_code, error?.errors.length]).toEqual([404, '404', 1]);
  const expired = await clientWith('dk_expired_shop').GET('/categories');
  expect(expired.error?.message).toBe('Invalid API key');
});
