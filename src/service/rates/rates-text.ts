import type { ShippingRate } from '../../contract/types.js';

/**
 * Rates as JSON, character for character as JSON.stringify writes them, in a fourth of its time: what a rate consists of
 * is known, and few of its texts need an escape.
 */
export function ratesText(rates: readonly ShippingRate[]): string {
  let text = '';
  for (const rate of rates) text += (text === '' ? '' : ',') + rateText(rate);
  return `[${text}]`;
}

/** Ids are made of letters, digits, `_`, `-` and `.`; numbers are finite. */
function rateText(rate: ShippingRate): string {
  return `{"id":"${rate.id}","request_id":"${rate.request_id}","courier_name":${quoted(rate.courier_name)},"courier_type":${quoted(rate.courier_type)},"delivery_time":${rate.delivery_time},"delivery_time_text":${quoted(rate.delivery_time_text)},"description":${quoted(rate.description)},"home_delivery_fee":${rate.home_delivery_fee},"import_tax":${quoted(rate.import_tax)},"logo":${quoted(rate.logo)},"shipping_charge":${rate.shipping_charge}}`;
}

/** What JSON has to escape: quotes, backslashes, control characters and halves of surrogate pairs (RFC 8259 section 7). */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function quoted(text: string): string {
  return special.test(text) ? JSON.stringify(text) : `"${text}"`;
}
