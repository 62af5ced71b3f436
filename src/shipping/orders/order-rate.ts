/**
 * Turns a quoted rate into an order. The rate id itself has everything that the order needs; the
 * order's id and tracking number follow from seed, sandbox, rate id and the number of earlier orders of that rate.
 * The caller stores the order.
 */
import { hash, hexDigits, readRateId, type IdScope } from '../rates/rate-id.js';
import type { Service } from '../rates/tariff-book/compile-service.js';
import type { TariffBook } from '../rates/tariff-book/compile-tariffs.js';
import type { Order, OrderRequest } from '../types.js';

/** The stored data of a sandbox: orders by tracking number. */
export const orders = 'orders';

/** The counter of orders by rate: a rate may be ordered again, and each order has its own number. */
export const ordersByRate = 'orders-by-rate';

export interface OrderContext extends IdScope {
  readonly tariffs: TariffBook;
}

/** A rate that may be ordered. */
export interface OrderableRate {
  readonly service: Service;
  readonly chargeCents: number;
}

/** The rate behind an id; undefined when it was not quoted in this sandbox (or by a courier since removed). */
export function orderableRate(context: OrderContext, rateId: string): OrderableRate | undefined {
  const quoted = readRateId(context, rateId);
  const service = quoted && context.tariffs.serviceByCode.get(quoted.serviceCode);
  return service && { service, chargeCents: quoted.chargeCents };
}

/**
 * @param timesOrdered how many orders of the same rate the sandbox has already
 * @param now the time of the order in milliseconds since 1970, UTC
 */
export function orderRate(
  { seed, sandbox }: IdScope,
  { rate_id: rateId, reference }: OrderRequest,
  { service, chargeCents }: OrderableRate,
  timesOrdered: number,
  now: number,
): Order {
  return {
    id: `ord_${hexDigits(hash(['order', seed, sandbox, rateId, timesOrdered]))}`,
    tracking_number: writeTrackingNumber(...hash(['tracking', seed, sandbox, rateId, timesOrdered])),
    rate_id: rateId,
    courier_name: service.name,
    shipping_charge: chargeCents / 100,
    status: 'created',
    created_at: new Date(now).toISOString(),
    ...(reference === undefined ? {} : { reference }),
  };
}

/**
 * Tracking numbers: "DDK", ten characters and a check character, from an alphabet without 0, O, 1, I and L. The alphabet
 * has 31 characters, a prime, so the weighted check finds every mistyped character and every swap of two.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const prefix = 'DDK';
const bodyLength = 10;
const shape = new RegExp(`^${prefix}[${alphabet}]{${bodyLength + 1}}$`);

/** Writes 50 bits as a tracking number; more bits are ignored. @param low 32 bits @param high 32 bits, 18 of them used */
export function writeTrackingNumber(high: number, low: number): string {
  let rest = (high & 0x3ffff) * 2 ** 32 + (low >>> 0);
  let body = '';
  for (let at = 0; at < bodyLength; at++) {
    body += alphabet[rest % alphabet.length] ?? '';
    rest = Math.floor(rest / alphabet.length);
  }
  return prefix + body + checkCharacter(body);
}

/** Tells whether a text has the form of a tracking number and its check character is right; it may still be unknown. */
export function isTrackingNumber(text: string): boolean {
  return shape.test(text) && text.at(-1) === checkCharacter(text.slice(prefix.length, -1));
}

function checkCharacter(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at++) sum += (at + 2) * alphabet.indexOf(body[at] ?? '');
  return alphabet[(alphabet.length - (sum % alphabet.length)) % alphabet.length] ?? '';
}
