/**
 * Rates as JSON, character for character as JSON.stringify writes them, in a fraction of its time: what a service says of
 * itself is written once, when its tariff is loaded, and few of the other texts need an escape.
 */
import type { ShippingRate } from '../../contract/types.js';
import type { Charge } from './price.js';

/** What a rate's text is made of, from its service. */
export interface ServiceSays {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly hours: number;
  readonly transitText: string;
}

/** The members of a rate from `courier_name` to before the value of `home_delivery_fee`. */
export function serviceText({ name, type, description, hours, transitText }: ServiceSays): string {
  const members = JSON.stringify({
    courier_name: name,
    courier_type: type,
    delivery_time: hours,
    delivery_time_text: transitText,
    description,
  });
  return `,${members.slice(1, -1)},"home_delivery_fee":`;
}

/** @param charges the rates' own, in the same order */
export function ratesText(rates: readonly ShippingRate[], charges: readonly Charge[]): string {
  let text = '[';
  let tax: string | undefined;
  let taxText = '';
  for (let index = 0; index < rates.length; index++) {
    const rate = rates[index];
    const charge = charges[index];
    if (!rate || !charge) continue;
    if (rate.import_tax !== tax) {
      tax = rate.import_tax;
      taxText = quoted(tax);
    }
    const says = charge.service.texts[charge.column] ?? '';
    // Ids are made of letters, digits, `_`, `-` and `.`; numbers are finite.
    text += `${index === 0 ? '' : ','}{"id":"${rate.id}","request_id":"${rate.request_id}"${says}${rate.home_delivery_fee},"import_tax":${taxText},"logo":${quoted(rate.logo)},"shipping_charge":${rate.shipping_charge}}`;
  }
  return `${text}]`;
}

/** All but what JSON may have to escape: quotes, backslashes, control characters, surrogates (RFC 8259 section 7). */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A text as JSON. */
export function quoted(text: string): string {
  return special.test(text) ? JSON.stringify(text) : `"${text}"`;
}
