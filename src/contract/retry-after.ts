/**
 * The value of a Retry-After header (RFC 9110 10.2.3): a number of seconds, fractions tolerated, or an HTTP date.
 *
 * @param now milliseconds since 1970, from which a date counts
 * @returns milliseconds to wait, 0 for a date in the past; undefined when the value is neither
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text) * 1000;
  // Date.parse takes many a number for a date; only a date has letters.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
