/**
 * Turns a quoted rate into an order. The rate id itself has everything that the order needs; the
 * order's id and tracking number follow from seed, sandbox, rate id and the number of earlier orders of that rate.
 * The caller stores the order.
 */
import type { Order, OrderRequest } from '../types.js';
import { idKey, idPurpose, readRateId, scopedHash } from '../rates/rate-id.js';
import type { TariffBook } from '../rates/tariff-book/compile-tariffs.js';
import { writeTrackingNumber } from './tracking-number.js';

export interface OrderContext {
  readonly tariffs: TariffBook;
  readonly seed: number;
  readonly sandbox: string;
  /** How many orders of the same rate the sandbox has already. */
  readonly timesOrdered: number;
  /** The time of the order in milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * The order of a rate, or undefined when the rate id was not quoted in this sandbox (or by a courier since removed).
 */
export function placeOrder(request: OrderRequest, context: OrderContext): Order | undefined {
  const rate = readRateId(context, request.rate_id);
  if (rate === undefined) return undefined;
  const service = context.tariffs.serviceByCode.get(rate.serviceCode);
  if (service === undefined) return undefined;
  const key = idKey(context);
  const { rate_id: rateId, reference } = request;
  const tracking = scopedHash(key, idPurpose.tracking).text(rateId).number(context.timesOrdered);
  return {
    id: `ord_${scopedHash(key, idPurpose.order).text(rateId).number(context.timesOrdered).hex()}`,
    tracking_number: writeTrackingNumber(tracking.finish(), tracking.more()),
    rate_id: rateId,
    courier_name: service.name,
    shipping_charge: rate.chargeCents / 100,
    status: 'created',
    created_at: new Date(context.now).toISOString(),
    ...(reference === undefined ? {} : { reference }),
  };
}
