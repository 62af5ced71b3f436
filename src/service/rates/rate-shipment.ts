/**
 * Rates a shipment: every service whose lanes, products and limits take it gives one rate, cheapest first. The engine is
 * a pure function of request, tariffs, seed and sandbox, and whatever a tariff says was turned into integers and finished
 * texts when it was loaded. Why a rate costs what it costs comes from the same functions, but only when somebody asks.
 */
import type { RateRequest, ShippingRate } from '../../contract/types.js';
import { type ChargeExplanation, explainCharge } from './charge-explanation.js';
import { importTaxOf, importTaxText } from './customs/import-tax.js';
import { usZone } from './geography/us-zones.js';
import { type Country, countryOf, worldZone } from './geography/world-zones.js';
import { type Charge, priceShipment } from './price.js';
import type { Quote } from './quote.js';
import { idKey, requestKey, requestTag, writeRateId } from './rate-id.js';
import { ratesText } from './rates-text.js';
import type { Service } from './service.js';
import { measureShipment, type Shipment } from './shipment.js';
import type { TariffBook } from './compile-tariffs.js';

export interface RateContext {
  readonly tariffs: TariffBook;
  readonly seed: number;
  readonly sandbox: string;
  /** The absolute URL of a courier's logo. */
  readonly logoUrl: (courierSlug: string) => string;
}

export interface RatedShipment {
  /** By shipping charge, then by name. Empty when nobody serves the lane or can carry the boxes. */
  readonly rates: ShippingRate[];
  /** The same as JSON. */
  readonly text: string;
  /** One for each rate, in the same order; worked out when first read. */
  readonly explanations: ChargeExplanation[];
}

/**
 * Rates a request that the document's schema has accepted.
 * @param request weights in `weight_unit`, sides in inches (LBS) or centimetres (KG)
 */
export function rateShipment(request: RateRequest, context: RateContext): RatedShipment {
  const quote = quoteShipment(request, context.tariffs);
  if (quote === undefined) return { rates: [], text: '[]', explanations: [] };
  return new RatedQuote(quote, writeRates(quote, context));
}

class RatedQuote implements RatedShipment {
  readonly #quote: Quote;
  #explanations: ChargeExplanation[] | undefined;

  constructor(
    quote: Quote,
    readonly rates: ShippingRate[],
  ) {
    this.#quote = quote;
  }

  get text(): string {
    return ratesText(this.rates, this.#quote.charges);
  }

  get explanations(): ChargeExplanation[] {
    this.#explanations ??= this.#quote.charges.map((charge) => explainCharge(this.#quote, charge));
    return this.#explanations;
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

function writeRates({ request, importTax, charges }: Quote, context: RateContext): ShippingRate[] {
  const key = idKey(context);
  const keyOfRequest = requestKey(key, requestTag(key, request));
  const requestId = `req_${keyOfRequest.tag}`;
  const rates: ShippingRate[] = [];
  for (const { service, column, shippingCents, homeDeliveryCents } of charges) {
    rates.push({
      id: writeRateId(keyOfRequest, service.rateIds, shippingCents),
      request_id: requestId,
      courier_name: service.name,
      courier_type: service.type,
      delivery_time: service.hours[column] ?? 0,
      delivery_time_text: service.transitTexts[column] ?? '',
      description: service.description,
      home_delivery_fee: homeDeliveryCents / 100,
      import_tax: importTaxText(importTax, shippingCents),
      logo: context.logoUrl(service.courier.slug),
      shipping_charge: shippingCents / 100,
    });
  }
  return rates;
}
