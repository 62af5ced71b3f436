/**
 * The business logic of the Shipping and Catalog Developer Service: a catalogue, rates and orders. It knows no HTTP and has
 * no state; seed and clock are parameters, so the same calls give the same results.
 */
import type { Category, Order, OrderRequest, RateRequest } from './types.js';
import { catalogueFor } from './catalogue/catalogue.js';
import { placeOrder } from './orders/order-rate.js';
import { readRateId } from './rates/rate-id.js';
import type { ChargeExplanation } from './rates/charge-explanation.js';
import { rateShipment } from './rates/rate-shipment.js';
import type { RatedShipment } from './rates/rate-shipment.js';
import { compileTariffs } from './rates/tariff-book/compile-tariffs.js';
import type { TariffBook } from './rates/tariff-book/compile-tariffs.js';
import { precompiledTariffs } from './rates/tariff-book/precompiled-tariffs.js';

export interface ShippingEngine {
  /** Specification 4.1. */
  categories(): Promise<readonly Category[]>;
  /**
   * Specification 4.2.
   *
   * @param request a valid request
   * @param logoBase URL under which the couriers' logos are served, without a trailing slash
   */
  rate(request: RateRequest, sandbox: string, logoBase: string): RatedShipment;
  /** The explanation of each rate's charge, in the order of the rates. */
  explain(request: RateRequest, sandbox: string): readonly ExplainedRate[];
  /** Whether a rate id was quoted in this sandbox. */
  isQuoted(rateId: string, sandbox: string): boolean;
  /**
   * @param timesOrdered how many orders the sandbox has of this rate already
   * @returns undefined for a rate that was not quoted in this sandbox
   */
  order(request: OrderRequest, sandbox: string, timesOrdered: number): Order | undefined;
}

export interface ExplainedRate extends ChargeExplanation {
  readonly rateId: string;
}

export interface EngineOptions {
  /** Whole number from 0 to 4294967295. */
  readonly seed: number;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Folder of the tariff files; default: this package's. */
  readonly tariffs?: string;
}

/** Loads the tariffs and creates the engine. @throws DataFileError when a tariff is invalid */
export async function createShippingEngine({
  seed,
  now,
  tariffs: folder,
}: EngineOptions): Promise<ShippingEngine> {
  const tariffs = await loadTariffs(folder);
  return {
    categories: () => catalogueFor(seed),
    rate: (request, sandbox, logoBase) => rateShipment(request, { tariffs, seed, sandbox, logoBase }),
    explain(request, sandbox) {
      const { rates, explanations } = rateShipment(request, { tariffs, seed, sandbox, logoBase: '' });
      return explanations.map((explanation, index) => ({ rateId: rates[index]?.id ?? '', ...explanation }));
    },
    isQuoted(rateId, sandbox) {
      const quoted = readRateId({ seed, sandbox }, rateId);
      return quoted !== undefined && tariffs.serviceByCode.has(quoted.serviceCode);
    },
    order: (request, sandbox, timesOrdered) =>
      placeOrder(request, { tariffs, seed, sandbox, timesOrdered, now: now() }),
  };
}

/** The reader of tariff files is loaded only where the precompiled tariffs can't be used. */
async function loadTariffs(folder: string | undefined): Promise<TariffBook> {
  const precompiled = folder === undefined ? precompiledTariffs() : undefined;
  if (precompiled) return compileTariffs(precompiled);
  const { loadTariffBook } = await import('./rates/tariff-book/tariff-book.js');
  return loadTariffBook(folder);
}
