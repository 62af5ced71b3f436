import type { PrepareHandler } from '../../mock/operation-handler.js';

/** POST /get-shipping-rates: one rate for each courier that can carry the shipment, cheapest first. Specification 4.2. */
export const prepare: PrepareHandler<'getShippingRates'> = ({ service }) => {
  return ({ body, sandbox, origin }) => {
    const rated = service.rate(body, sandbox, `${origin}/__drydock/logos`);
    const message =
      rated.count === 0 ? 'No courier serves this shipment' : 'Shipping rates retrieved successfully';
    const before = `{"status":true,"message":"${message}","data":`;
    return { status: 200, bodyText: rated.write(before, ',"errors":[],"response_code":"200"}') };
  };
};
