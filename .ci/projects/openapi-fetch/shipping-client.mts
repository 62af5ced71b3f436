import createClient from 'openapi-fetch';
import type { paths } from './api.js';

type Shipment = paths['/get-shipping-rates']['post']['requestBody']['content']['application/json'];

/** The code under test, typed by the document: a wrong path or field doesn't compile. */
export async function cheapestCourier(
  { url, key }: { url: string; key: string },
  shipment: Shipment,
): Promise<string | undefined> {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });
  const { data, error } = await client.POST('/get-shipping-rates', { body: shipment });
  if (error) throw new Error(error.errors.join('; '));
  return data.data.toSorted((one, other) => one.shipping_charge - other.shipping_charge)[0]?.courier_name;
}
