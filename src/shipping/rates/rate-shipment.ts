/**
 * Rates a shipment: every service whose lanes, products and limits allow it gives one rate, cheapest first. The engine is
 * a pure function of request, tariffs, seed and sandbox. Tariffs are turned into integers and texts when they are loaded. The
 * same functions explain a charge, but only on demand.
 */
import type { RateRequest, ShippingRate } from '../types.js';
import { type ChargeExplanation, explainCharge } from './charge-explanation.js';
import { importTaxOf, importTaxText } from './customs/import-tax.js';
import { usZone } from './geography/us-zones.js';
import { type Country, countryOf, worldZone } from './geography/world-zones.js';
import { type Charge, priceShipment } from './price.js';
import type { Quote } from './quote.js';
import { rateJson, rateOf } from './rate-json.js';
import type { RateValues } from './rate-json.js';
import { idKey, type RequestKey, requestIdOf, requestKey, requestTag, writeRateId } from './rate-id.js';
import type { Service } from './service.js';
import { measureShipment, type Shipment } from './shipment.js';
import type { TariffBook } from './tariff-book/compile-tariffs.js';

export interface RateContext {
  readonly tariffs: TariffBook;
  readonly seed: number;
  readonly sandbox: string;
  /** URL under which the couriers' logos are served, without a trailing slash. */
  readonly logoBase: string;
}

export interface RatedShipment {
  /** By shipping charge, then by name; none when no courier serves the lane or can carry the boxes. */
  readonly rates: readonly ShippingRate[];
  /** The JSON of `rates`. */
  readonly json: string;
  /** One for each rate, in the same order; computed when first read. */
  readonly explanations: readonly ChargeExplanation[];
}

const nothing: RatedShipment = { rates: [], json: '[]', explanations: [] };

/**
 * Rates a valid request.
 * @param request weights in `weight_unit`, sides in inches (LBS) or centimetres (KG)
 */
export function rateShipment(request: RateRequest, context: RateContext): RatedShipment {
  const quote = quoteShipment(request, context.tariffs);
  return quote === undefined ? nothing : new RatedQuote(quote, context);
}

class RatedQuote implements RatedShipment {
  readonly #quote: Quote;
  readonly #logoBase: string;
  readonly #key: RequestKey;
  #explanations: ChargeExplanation[] | undefined;

  constructor(quote: Quote, context: RateContext) {
    this.#quote = quote;
    this.#logoBase = context.logoBase;
    const key = idKey(context);
    this.#key = requestKey(key, requestTag(key, quote.request));
  }

  get rates(): ShippingRate[] {
    return this.#quote.charges.map((charge) => rateOf(charge.service, charge.column, this.#values(charge)));
  }

  get json(): string {
    const rates = this.#quote.charges.map((charge) =>
      rateJson(charge.service, charge.column, this.#values(charge)),
    );
    return `[${rates.join(',')}]`;
  }

  get explanations(): ChargeExplanation[] {
    this.#explanations ??= this.#quote.charges.map((charge) => explainCharge(this.#quote, charge));
    return this.#explanations;
  }

  #values({ service, shippingCents, homeDeliveryCents }: Charge): RateValues {
    return {
      id: writeRateId(this.#key, service.rateIds, shippingCents),
      requestId: requestIdOf(this.#key),
      homeDeliveryFee: homeDeliveryCents / 100,
      importTax: importTaxText(this.#quote.importTax, shippingCents),
      logo: `${this.#logoBase}/${service.courier.slug}.svg`,
      shippingCharge: shippingCents / 100,
    };
  }
}

function quoteShipment(request: RateRequest, tariffs: TariffBook): Quote | undefined {
  const from = countryOf(tariffs.world, request.sender.country_code);
  const to = countryOf(tariffs.world, request.receiver.country_code);
  if (from === undefined || to === undefined) return undefined;
  const shipment = measureShipment(request, tariffs.weightRules);
  const charges = priceServices(request, tariffs, shipment, from, to);
  if (charges.length === 0) return undefined;
  const importTax = importTaxOf(tariffs.importTaxes, request, from, to);
  return { request, tariffs, shipment, from, to, importTax, charges };
}

function priceServices(
  request: RateRequest,
  tariffs: TariffBook,
  shipment: Shipment,
  from: Country,
  to: Country,
): Charge[] {
  const toHome = request.delivery_type === 'residential';
  const zone = worldZone(from, to);
  const zoneInUs =
    from === to && from.code === 'US' ? usZone(tariffs.us, request.sender, request.receiver) : -1;
  const charges: Charge[] = [];
  for (const service of tariffs.services) {
    if (!serves(service, from, to) || !service.products.includes(request.product_type)) continue;
    const column = service.columns[service.zoning === 'world' ? zone : zoneInUs] ?? -1;
    if (column < 0) continue;
    const charge = priceShipment(service, shipment, column, toHome);
    if (charge !== undefined) insertByCharge(charges, charge);
  }
  return charges;
}

function serves(service: Service, from: Country, to: Country): boolean {
  for (const lane of service.lanes) {
    if (lane.domestic === (from === to) && lane.from[from.index] === 1 && lane.to[to.index] === 1)
      return true;
  }
  return false;
}

/** Keeps charges ascending. Services come in the order of their names, so equal charges keep that order. */
function insertByCharge(charges: Charge[], charge: Charge): void {
  let at = charges.length;
  charges.push(charge);
  for (; at > 0; at--) {
    const before = charges[at - 1];
    if (before === undefined || before.shippingCents <= charge.shippingCents) break;
    charges[at] = before;
  }
  charges[at] = charge;
}
