import type { PrepareHandler } from '../operation-handler.js';

/** POST /get-shipping-rates: one rate for each courier that can carry the shipment, cheapest first. Specification 4.2. */
export const prepare: PrepareHandler<'getShippingRates'> = ({ engine }) => {
  return ({ body, sandbox, assetsUrl }) => {
    const rated = engine.rate(body, sandbox, `${assetsUrl}/logos`);
    const message =
      rated.count === 0 ? 'No courier serves this shipment' : 'Shipping rates retrieved successfully';
    const before = `{"status":true,"message":"${message}","data":`;
    return { status: 200, bodyText: rated.write(before, ',"errors":[],"response_code":"200"}') };
  };
};
