/**
 * Rates as JSON, character for character as JSON.stringify writes them, in a fraction of its time: the fixed text of a
 * service is written once, when its tariff is loaded, and few of the other texts need an escape.
 */
import { importTaxText } from './customs/import-tax.js';
import type { Logos } from './logos.js';
import type { Quote } from './quote.js';
import { type RateIdStem, rateIdDigits, type RequestKey, requestIdOf } from './rate-id.js';

/** The parts of a rate's text that come from its service. */
export interface ServiceSays {
  readonly rateIds: RateIdStem;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly hours: number;
  readonly transitText: string;
}

/** The texts that all rates of a service share. */
export interface ServiceTexts {
  /** From the rate's first brace into its id. */
  readonly opening: string;
  /** The same after another rate. */
  readonly next: string;
  /** From `courier_name` to before the value of `home_delivery_fee`. */
  readonly says: string;
}

export function serviceTexts({
  rateIds,
  name,
  type,
  description,
  hours,
  transitText,
}: ServiceSays): ServiceTexts {
  const members = JSON.stringify({
    courier_name: name,
    courier_type: type,
    delivery_time: hours,
    delivery_time_text: transitText,
    description,
  });
  // Ids are made of letters, digits, `_`, `-` and `.`.
  const opening = `{"id":"${rateIds.prefix}`;
  return { opening, next: `},${opening}`, says: `,${members.slice(1, -1)},"home_delivery_fee":` };
}

const firstRate = 2;
const piecesOfRate = 11;

/**
 * Writes the rates of a quote between two texts. The pieces are joined, which copies each letter once; concatenated texts
 * would be copied later, piece by piece, and take as much memory again until then.
 */
export function writeRates(
  { charges, importTax }: Pick<Quote, 'charges' | 'importTax'>,
  key: RequestKey,
  logos: Logos,
  before: string,
  after: string,
): string {
  if (charges.length === 0) return `${before}[]${after}`;
  const requestMember = `","request_id":"${requestIdOf(key)}"`;
  const taxOfAll = importTax.kind === 'text' ? taxMember(importTax.text) : '';
  const pieces = new Array<string>(charges.length * piecesOfRate + 4);
  pieces[0] = before;
  pieces[1] = '[';
  let at = firstRate;
  for (const { service, column, shippingCents, homeDeliveryCents } of charges) {
    const texts = service.texts[column];
    if (!texts) continue;
    const { charge, mark, markEnd } = rateIdDigits(key, service.rateIds, shippingCents);
    const opening = at === firstRate ? texts.opening : texts.next;
    pieces[at++] = opening;
    pieces[at++] = charge;
    pieces[at++] = key.tag;
    pieces[at++] = mark;
    pieces[at++] = markEnd;
    pieces[at++] = requestMember;
    pieces[at++] = texts.says;
    pieces[at++] = dollars(homeDeliveryCents);
    pieces[at++] = taxOfAll || taxMember(importTaxText(importTax, shippingCents));
    pieces[at++] = logos.member(service.courier.slug);
    pieces[at++] = dollars(shippingCents);
  }
  pieces[at++] = '}]';
  pieces[at] = after;
  return pieces.join('');
}

function taxMember(text: string): string {
  return `,"import_tax":${quoted(text)}`;
}

/** Whole cents as dollars, as a JSON number as short as JavaScript's own. */
export function dollars(cents: number): string {
  const whole = Math.floor(cents / 100);
  const rest = cents - whole * 100;
  if (rest === 0) return `${whole}`;
  if (rest % 10 === 0) return `${whole}.${rest / 10}`;
  return rest < 10 ? `${whole}.0${rest}` : `${whole}.${rest}`;
}

/** Matches text without characters that JSON may escape: quotes, backslashes, control characters, surrogates (RFC 8259 section 7). */
const special = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A text as JSON. */
export function quoted(text: string): string {
  return special.test(text) ? JSON.stringify(text) : `"${text}"`;
}
