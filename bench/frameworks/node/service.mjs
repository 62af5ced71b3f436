/** The shared part of the Node servers: keys, categories, rates and the envelope (sections 2 to 5 of the specification). */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const BASE = '/api/v1/developer';
export const PORT = Number(process.env.PORT);
const { categories, couriers } = JSON.parse(readFileSync(process.env.DATA, 'utf8'));
export const CATEGORIES = categories;

export const success = (message, data) => ({ status: true, message, data, errors: [], response_code: '200' });
export const refusal = (status, message, errors = [message]) => ({
  status: false,
  message,
  data: [],
  errors,
  response_code: String(status),
});

/** Section 5: status, headers and body of the refusal of a key, or undefined for one that may do this. */
export function refusedKey(authorization, path) {
  const key = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1].trim();
  const { KEY, LIMITED_KEY } = process.env;
  if (key === LIMITED_KEY && path === `${BASE}/get-shipping-rates`) {
    const body = refusal(403, 'Insufficient permissions', ['This key may only list categories']);
    return { status: 403, headers: {}, body };
  }
  if (key === KEY || key === LIMITED_KEY) return undefined;
  const body = refusal(401, 'Invalid API key', ['Authentication failed: the API key is missing or invalid']);
  return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body };
}

export function ratesFor(weight) {
  const request = randomUUID();
  return couriers.map(({ name, type, hours, base, per_unit }) => ({
    id: randomUUID(),
    request_id: request,
    courier_name: name,
    courier_type: type,
    delivery_time: hours,
    delivery_time_text: `${hours} hours`,
    description: `${name}, door to door`,
    home_delivery_fee: 2.5,
    import_tax: 'Paid by the receiver, if any',
    logo: `https://img.example.com/${type}.png`,
    shipping_charge: Math.round((base + per_unit * weight) * 100) / 100,
  }));
}
