/**
 * Customs value: the sum of quantity x unit price over all items, exact to a millionth of a dollar. Amounts up to the
 * ceiling are integers that a double represents exactly; beyond it only the fact matters, so no digit is ever lost.
 */
import type { Item, RateRequest } from '../../types.js';

/** USD 1,000,000,000 in millionths: more than any estimate needs, and far below 2^53. */
const ceiling = 1e15;

/** Cents, rounded half up, or Infinity above a billion dollars. */
export function customsValueCents(request: RateRequest): number {
  let micros = 0;
  for (const { items } of request.box_dimension) {
    for (const item of items) {
      // Both factors are whole; a product that a double can't hold exactly is above the ceiling anyway.
      micros += wholeQuantity(item) * microsOf(item.unit_price);
      if (micros > ceiling) return Infinity;
    }
  }
  return Math.floor((micros + 5000) / 10_000);
}

const wholeQuantity = ({ quantity }: Item): number => Number(quantity);

/** "25.50" as 25,500,000 millionths; digits are read one by one, since 25.1 * 1e6 is no whole number in binary. */
function microsOf(price: string): number {
  let micros = 0;
  let decimals = -1;
  for (let at = 0; at < price.length; at++) {
    const digit = price.charCodeAt(at) - 48;
    if (digit < 0) decimals = 0;
    else {
      micros = micros * 10 + digit;
      if (decimals >= 0) decimals++;
    }
  }
  for (decimals = Math.max(0, decimals); decimals < 6; decimals++) micros *= 10;
  return micros;
}
