/**
 * The business of the Shipping and Catalog Developer Service: a catalogue, rates and orders. It knows no HTTP and keeps
 * nothing; seed and clock are given, so the same questions get the same answers.
 */
import type { Category, Order, OrderRequest, RateRequest } from '../contract/types.js';
import { catalogueFor } from './catalogue/catalogue.js';
import { placeOrder } from './orders/order-rate.js';
import { readRateId } from './rates/rate-id.js';
import type { QuotedRate } from './rates/rate-id.js';
import { rateShipment } from './rates/rate-shipment.js';
import type { RatedShipment } from './rates/rate-shipment.js';
import { loadTariffBook } from './rates/tariff-book.js';

export interface ShippingService {
  /** Specification 4.1. */
  categories(): Promise<readonly Category[]>;
  /** Specification 4.2. @param origin scheme and authority under which the logos are reached */
  rate(request: RateRequest, sandbox: string, origin: string): RatedShipment;
  /** What a rate id stands for; undefined when it was not quoted in this sandbox. */
  quoted(rateId: string, sandbox: string): QuotedRate | undefined;
  /** @param number which order of this rate it is, from 1 */
  order(quoted: QuotedRate, request: OrderRequest, sandbox: string, number: number): Order;
}

export interface ServiceOptions {
  readonly seed: number;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}
