import type { PrepareHandler } from '../operation-handler.js';

/** POST /get-shipping-rates: one rate for each courier that can carry the shipment, cheapest first. Specification 4.2. */
export const prepare: PrepareHandler<'getShippingRates'> = ({ service }) => {
  return ({ body, sandbox, origin }) => {
    const { rates, text } = service.rate(body, sandbox, `${origin}/__drydock/logos`);
    const message =
      rates.length === 0 ? 'No courier serves this shipment' : 'Shipping rates retrieved successfully';
    return {
      status: 200,
      body: { status: true, message, data: rates, errors: [], response_code: '200' },
      text: `{"status":true,"message":"${message}","data":${text},"errors":[],"response_code":"200"}`,
    };
  };
};
