/** The service in Hono: zod for the body. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { BASE, CATEGORIES, PORT, ratesFor, refusal, refusedKey, success } from './service.mjs';

const text = z.string();
const weight = z.number().positive().max(100_000);
const Item = z.object({ name: text, quantity: text, unit_price: text });
const Box = z.object({
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight,
  items: z.array(Item),
});
const Party = z.object({
  address: text,
  state: text,
  state_short_code: text,
  city: text,
  zip_code: text,
  country_code: z.string().regex(/^[A-Za-z]{2}$/),
});
const Shipment = z.object({
  box_dimension: z.array(Box).min(1),
  product_type: text,
  weight,
  weight_unit: text,
  sender: Party,
  receiver: Party,
  delivery_type: text,
});

const app = new Hono();
app.use('*', async (c, next) => {
  const refused = refusedKey(c.req.header('authorization'), c.req.path);
  return refused ? c.json(refused.body, refused.status, refused.headers) : next();
});
app.get(`${BASE}/categories`, (c) => c.json(success('Categories', CATEGORIES)));
app.post(`${BASE}/get-shipping-rates`, async (c) => {
  if (!/^application\/json *(;|$)/i.test(c.req.header('content-type') ?? ''))
    return c.json(refusal(415, 'Content-Type must be application/json'), 415);
  const body = await c.req.json().catch(() => undefined);
  const { success: isValid, data, error } = Shipment.safeParse(body);
  if (isValid) return c.json(success('Shipping rates', ratesFor(data.weight)));
  const errors = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return c.json(refusal(400, 'Invalid request', errors), 400);
});
for (const [path, allowed] of [
  ['categories', 'GET, HEAD'],
  ['get-shipping-rates', 'POST'],
])
  app.all(`${BASE}/${path}`, (c) => c.json(refusal(405, 'Method not allowed'), 405, { Allow: allowed }));
app.notFound((c) => c.json(refusal(404, 'Resource not found'), 404));
app.onError((_error, c) => c.json(refusal(500, 'Internal server error'), 500));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: PORT });
