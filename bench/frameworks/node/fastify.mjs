/** The service in Fastify: JSON Schema for the body, checked by its own Ajv. */
import Fastify from 'fastify';
import { BASE, CATEGORIES, PORT, ratesFor, refusal, refusedKey, success } from './service.mjs';

const texts = (...names) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const object = (properties) => ({ type: 'object', required: Object.keys(properties), properties });
const weight = { type: 'number', exclusiveMinimum: 0, maximum: 100_000 };
const number = { type: 'number' };
const party = object({
  ...texts('address', 'state', 'state_short_code', 'city', 'zip_code'),
  country_code: { type: 'string', pattern: '^[A-Za-z]{2}$' },
});
const items = { type: 'array', items: object(texts('name', 'quantity', 'unit_price')) };
const box = object({ length: number, width: number, height: number, weight, items });
const shipment = object({
  box_dimension: { type: 'array', minItems: 1, items: box },
  weight,
  sender: party,
  receiver: party,
  ...texts('product_type', 'weight_unit', 'delivery_type'),
});

const app = Fastify({
  bodyLimit: 10_485_760,
  ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } },
  schemaErrorFormatter: (errors) => Object.assign(new Error('Invalid request'), { errors }),
});

app.addHook('onRequest', async (request, reply) => {
  const refused = refusedKey(request.headers.authorization, request.url.split('?')[0]);
  if (refused) return reply.code(refused.status).headers(refused.headers).send(refused.body);
});
app.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500;
  const place = ({ instancePath, message, params }) =>
    `${[...instancePath.split('/').slice(1), ...(params.missingProperty ? [params.missingProperty] : [])].join('.') || 'body'} ${message}`;
  const message = status < 500 ? error.message : 'Internal server error';
  return reply.code(status).send(refusal(status, message, error.errors?.map(place)));
});
app.setNotFoundHandler((request, reply) => {
  const allowed = { [`${BASE}/categories`]: 'GET, HEAD', [`${BASE}/get-shipping-rates`]: 'POST' }[
    request.url.split('?')[0]
  ];
  if (allowed) return reply.code(405).header('Allow', allowed).send(refusal(405, 'Method not allowed'));
  return reply.code(404).send(refusal(404, 'Resource not found'));
});
app.get(`${BASE}/categories`, async () => success('Categories', CATEGORIES));
app.post(`${BASE}/get-shipping-rates`, { schema: { body: shipment } }, async ({ body }) =>
  success('Shipping rates', ratesFor(body.weight)),
);
await app.listen({ host: '127.0.0.1', port: PORT });
