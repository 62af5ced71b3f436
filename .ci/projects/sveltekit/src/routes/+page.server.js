// The code under test: what the page gets, loaded on the server.
import { env } from '$env/dynamic/private';

export async function load({ fetch }) {
  const response = await fetch(`${env.SHIPPING_URL}/categories`, {
    headers: { Authorization: `Bearer ${env.SHIPPING_KEY}` },
  });
  return { categories: response.ok ? (await response.json()).data : undefined };
}
