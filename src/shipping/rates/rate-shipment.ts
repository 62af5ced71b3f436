/**
 * Rates a shipment: one rate for each courier option, cheapest first. The engine is a pure function of request, tariffs,
 * seed and sandbox. The same quote explains a charge, but only on demand.
 *
 * Rates are written as JSON character for character as JSON.stringify writes them, in a third of its time: most of a rate is
 * the same for every request, so each service's rate is serialized once, with gaps where the values of a request go. What a
 * rate holds is stated in `rateOf` alone.
 */
import type { RateRequest, ShippingRate } from '../types.js';
import { type ChargeExplanation, explainCharge } from './charge-explanation.js';
import { importTaxText } from './customs/import-tax.js';
import { type Charge, type Quote, quoteShipment } from './quote-shipment.js';
import { requestKey, type RequestKey, requestTag, writeRateId } from './rate-id.js';
import type { Service } from './service.js';
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
 *
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
    this.#key = requestKey(context, requestTag(context, quote.request));
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
    const { importTax } = this.#quote;
    return {
      id: writeRateId(this.#key, service.rateIdPrefix, shippingCents),
      requestId: `req_${this.#key.tag}`,
      homeDeliveryFee: homeDeliveryCents / 100,
      importTax: importTax.kind === 'text' ? importTax.text : importTaxText(importTax, shippingCents),
      logo: `${this.#logoBase}/${service.courier.slug}.svg`,
      shippingCharge: shippingCents / 100,
    };
  }
}

/** What differs between two rates of a service. */
interface RateValues {
  readonly id: string;
  readonly requestId: string;
  /** USD. */
  readonly homeDeliveryFee: number;
  readonly importTax: string;
  readonly logo: string;
  /** USD. */
  readonly shippingCharge: number;
}

/** @param column of the service's tables */
function rateOf(service: Service, column: number, values: RateValues): ShippingRate {
  return {
    id: values.id,
    request_id: values.requestId,
    courier_name: service.name,
    courier_type: service.type,
    delivery_time: service.hours[column] ?? 0,
    delivery_time_text: service.transitTexts[column] ?? '',
    description: service.description,
    home_delivery_fee: values.homeDeliveryFee,
    import_tax: values.importTax,
    logo: values.logo,
    shipping_charge: values.shippingCharge,
  };
}

/** A rate's JSON around its gaps: one text more than there are gaps. */
interface RateTemplate {
  readonly texts: readonly string[];
  readonly gaps: readonly (keyof RateValues)[];
}

/** A gap as it stands in the value that is serialized; no tariff holds the character. */
const gap = (name: keyof RateValues): string => `\u0000${name}`;

const gaps: Readonly<Record<keyof RateValues, string>> = {
  id: gap('id'),
  requestId: gap('requestId'),
  homeDeliveryFee: gap('homeDeliveryFee'),
  importTax: gap('importTax'),
  logo: gap('logo'),
  shippingCharge: gap('shippingCharge'),
};

const templates = new WeakMap<Service, RateTemplate[]>();

/** The JSON of `rateOf`. */
function rateJson(service: Service, column: number, values: RateValues): string {
  let ofService = templates.get(service);
  if (!ofService) templates.set(service, (ofService = []));
  const { texts, gaps: names } = (ofService[column] ??= templateOf(service, column));
  let json = texts[0] ?? '';
  for (let index = 0; index < names.length; index += 1) {
    const value = values[names[index] ?? 'id'];
    json += (typeof value === 'number' ? String(value) : quoted(value)) + (texts[index + 1] ?? '');
  }
  return json;
}

function templateOf(service: Service, column: number): RateTemplate {
  const json = JSON.stringify(rateOf(service, column, gaps as unknown as RateValues));
  const parts = json.split(/"\\u0000(\w+)"/);
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    gaps: parts.filter((_, index) => index % 2 === 1) as (keyof RateValues)[],
  };
}

/** All but what JSON may have to escape: quotes, backslashes, control characters, surrogates (RFC 8259 section 7). */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function quoted(text: string): string {
  return special.test(text) ? JSON.stringify(text) : `"${text}"`;
}
