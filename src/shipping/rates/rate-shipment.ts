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
import { type Quote, quoteShipment } from './quote-shipment.js';
import { requestKey, type RequestKey, requestTag, writeRateId } from './rate-id.js';
import type { Service } from './tariff-book/compile-service.js';
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
  /** One for each rate, in the same order; computed when read. */
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

  constructor(quote: Quote, context: RateContext) {
    this.#quote = quote;
    this.#logoBase = context.logoBase;
    this.#key = requestKey(context, requestTag(context, quote.request));
  }

  get rates(): ShippingRate[] {
    return this.#quote.charges.map(({ service, column, homeDeliveryCents, shippingCents }) =>
      rateOf(service, column, {
        id: writeRateId(this.#key, service.rateIdPrefix, shippingCents),
        requestId: requestId(this.#key),
        homeDeliveryFee: homeDeliveryCents / 100,
        importTax: importTaxText(this.#quote.importTax, shippingCents),
        logoBase: this.#logoBase,
        shippingCharge: shippingCents / 100,
      }),
    );
  }

  get json(): string {
    const { charges, importTax } = this.#quote;
    // The parts that all rates have in common are escaped once.
    const values: Writable<RateTexts> = {
      id: '',
      requestId: requestId(this.#key),
      homeDeliveryFee: '',
      importTax: importTax.kind === 'text' ? escaped(importTax.text) : '',
      logoBase: escaped(this.#logoBase),
      shippingCharge: '',
    };
    let json = '';
    for (const { service, column, homeDeliveryCents, shippingCents } of charges) {
      values.id = writeRateId(this.#key, service.rateIdPrefix, shippingCents);
      values.homeDeliveryFee = String(homeDeliveryCents / 100);
      if (importTax.kind !== 'text') values.importTax = escaped(importTaxText(importTax, shippingCents));
      values.shippingCharge = String(shippingCents / 100);
      json += json === '' ? '[' : ',';
      json = written(json, templateOf(service, column), values);
    }
    return `${json}]`;
  }

  get explanations(): ChargeExplanation[] {
    return this.#quote.charges.map((charge) => explainCharge(this.#quote, charge));
  }
}

const requestId = ({ tag }: RequestKey): string => `req_${tag}`;

/** The values that differ between two rates of a service. */
interface RateValues {
  readonly id: string;
  readonly requestId: string;
  /** USD. */
  readonly homeDeliveryFee: number;
  readonly importTax: string;
  readonly logoBase: string;
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
    logo: `${values.logoBase}/${service.courier.slug}.svg`,
    shipping_charge: values.shippingCharge,
  };
}

/** The values as they stand in JSON, texts without their quotes. */
type RateTexts = Readonly<Record<keyof RateValues, string>>;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A rate's JSON around its gaps: one text more than there are gaps. */
interface RateTemplate {
  readonly texts: readonly string[];
  readonly gaps: readonly (keyof RateValues)[];
}

/** Gaps as they stand in the rate that is serialized; no tariff holds the characters. Those of numbers lose their quotes. */
const gapText = (name: keyof RateValues): string => `\u0000${name}`;
const gapNumber = (name: keyof RateValues): number => `\u0001${name}` as unknown as number;

const gaps: RateValues = {
  id: gapText('id'),
  requestId: gapText('requestId'),
  homeDeliveryFee: gapNumber('homeDeliveryFee'),
  importTax: gapText('importTax'),
  logoBase: gapText('logoBase'),
  shippingCharge: gapNumber('shippingCharge'),
};

const templates = new WeakMap<Service, RateTemplate[]>();

function templateOf(service: Service, column: number): RateTemplate {
  let ofService = templates.get(service);
  if (!ofService) templates.set(service, (ofService = []));
  return (ofService[column] ??= readTemplate(JSON.stringify(rateOf(service, column, gaps))));
}

function readTemplate(json: string): RateTemplate {
  const [first = '', ...rest] = json.split(/\\u0000(\w+)|"\\u0001(\w+)"/);
  const texts = [first];
  const names: (keyof RateValues)[] = [];
  for (let at = 0; at < rest.length; at += 3) {
    names.push((rest[at] ?? rest[at + 1]) as keyof RateValues);
    texts.push(rest[at + 2] ?? '');
  }
  return { texts, gaps: names };
}

/** A text with the JSON of `rateOf` behind it. */
function written(before: string, { texts, gaps: names }: RateTemplate, values: RateTexts): string {
  let json = before + (texts[0] ?? '');
  for (let index = 0; index < names.length; index += 1)
    json += values[names[index] ?? 'id'] + (texts[index + 1] ?? '');
  return json;
}

/** All but what JSON may have to escape: quotes, backslashes, control characters, surrogates (RFC 8259 section 7). */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A text as it stands in JSON, without quotes. */
function escaped(text: string): string {
  return special.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
