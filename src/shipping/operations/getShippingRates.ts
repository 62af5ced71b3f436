import type { PrepareHandler } from '../operation-handler.js';
import { rateShipment } from '../rates/rate-shipment.js';

/** POST /get-shipping-rates: one rate for each courier that can carry the shipment, cheapest first. Specification 4.2. */
export const prepare: PrepareHandler<'getShippingRates'> = async ({ tariffs: load, seed }) => {
  const tariffs = await load();
  return ({ body, sandbox, assetsUrl }) => {
    const { json } = rateShipment(body, { tariffs, seed, sandbox, logoBase: `${assetsUrl}/logos` });
    const message =
      json === '[]' ? 'No courier serves this shipment' : 'Shipping rates retrieved successfully';
    const bodyText = `{"status":true,"message":"${message}","data":${json},"errors":[],"response_code":"200"}`;
    return { status: 200, bodyText };
  };
};
