/** The service in Koa: its router and body parser, Joi for the body. */
import Router from '@koa/router';
import Joi from 'joi';
import Koa from 'koa';
import { bodyParser } from '@koa/bodyparser';
import { BASE, CATEGORIES, PORT, ratesFor, refusal, refusedKey, success } from './service.mjs';

const text = Joi.string().allow('').required();
const number = Joi.number().unsafe().required();
const weight = number.positive().max(100_000);
const items = Joi.array().required();
const item = Joi.object({ name: text, quantity: text, unit_price: text });
const box = Joi.object({ length: number, width: number, height: number, weight, items: items.items(item) });
const country = Joi.string()
  .pattern(/^[A-Za-z]{2}$/)
  .required();
const party = Joi.object({
  ...{ address: text, state: text, state_short_code: text, city: text, zip_code: text },
  country_code: country,
}).required();
const shipment = Joi.object({
  ...{ box_dimension: items.items(box).min(1), product_type: text, weight, weight_unit: text },
  ...{ sender: party, receiver: party, delivery_type: text },
}).required();
const asStated = { abortEarly: false, convert: false, allowUnknown: true };

const app = new Koa();
const router = new Router({ prefix: BASE, strict: true, sensitive: true });

app.use(async (ctx, next) => {
  const refuse = (status, message, errors) =>
    Object.assign(ctx, { status, body: refusal(status, message, errors) });
  const refused = refusedKey(ctx.get('Authorization') || undefined, ctx.path);
  if (refused) {
    ctx.set(refused.headers);
    ctx.status = refused.status;
    ctx.body = refused.body;
    return;
  }
  try {
    await next();
    if (ctx.body === undefined || ctx.body === null)
      refuse(ctx.status, ctx.status === 405 ? 'Method not allowed' : 'Resource not found');
  } catch (error) {
    const status = error.status ?? 500;
    refuse(status, status < 500 ? error.message : 'Internal server error', error.problems);
  }
});
app.use(bodyParser({ enableTypes: ['json'], jsonLimit: '10mb' }));
router.get('/categories', (ctx) => {
  ctx.body = success('Categories', CATEGORIES);
});
router.post('/get-shipping-rates', (ctx) => {
  if (!ctx.is('application/json')) ctx.throw(415, 'Content-Type must be application/json');
  const { value, error } = shipment.validate(ctx.request.body, asStated);
  if (error) ctx.throw(400, 'Invalid request', { problems: error.details.map(({ message }) => message) });
  ctx.body = success('Shipping rates', ratesFor(value.weight));
});
app.use(router.routes()).use(router.allowedMethods());
app.listen(PORT, '127.0.0.1');
