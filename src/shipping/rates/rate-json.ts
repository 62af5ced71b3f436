/**
 * Rates as JSON, character for character as JSON.stringify writes them, in a third of its time. Most of a rate is the same for
 * every request, so each service's rate is serialized once, with gaps where the values of a request go. What a rate holds is
 * stated in `rateOf` alone.
 */
import type { ShippingRate } from '../types.js';
import type { Service } from './service.js';

/** What differs between two rates of a service. */
export interface RateValues {
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
export function rateOf(service: Service, column: number, values: RateValues): ShippingRate {
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
export function rateJson(service: Service, column: number, values: RateValues): string {
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
