import type { Call, PrepareHandler, Result } from '../operation-handler.js';
import { rateShipment } from '../rates/rate-shipment.js';
import type { TariffBook } from '../rates/tariff-book/compile-tariffs.js';

/** POST /get-shipping-rates: one rate for each courier that can carry the shipment, cheapest first. Specification 4.2. */
export const prepare: PrepareHandler<'getShippingRates'> = ({ tariffs: load, seed }) => {
  let tariffs: TariffBook | undefined;
  return (call) => {
    if (tariffs) return rates({ tariffs, seed }, call);
    return Promise.resolve(load()).then((book) => rates({ tariffs: (tariffs = book), seed }, call));
  };
};

function rates(
  service: { readonly tariffs: TariffBook; readonly seed: number },
  { body, sandbox, assetsUrl }: Call<'getShippingRates'>,
): Result<'getShippingRates'> {
  const { json } = rateShipment(body, { ...service, sandbox, logoBase: `${assetsUrl}/logos` });
  const message = json === '[]' ? 'No courier serves this shipment' : 'Shipping rates retrieved successfully';
  const bodyText = `{"status":true,"message":"${message}","data":${json},"errors":[],"response_code":"200"}`;
  return { status: 200, bodyText };
}
