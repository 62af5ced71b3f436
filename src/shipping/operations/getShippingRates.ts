import type { PrepareHandler } from '../operation-handler.js';

/** POST /get-shipping-rates: one rate for each courier that can carry the shipment, cheapest first. Specification 4.2. */
export const prepare: PrepareHandler<'getShippingRates'> = ({ engine }) => {
  return ({ body, sandbox, assetsUrl }) => {
    const data = engine.rate(body, sandbox, `${assetsUrl}/logos`);
    const message =
      data.length === 0 ? 'No courier serves this shipment' : 'Shipping rates retrieved successfully';
    return { status: 200, body: { status: true, message, data, errors: [], response_code: '200' } };
  };
};
