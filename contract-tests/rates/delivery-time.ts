import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

/** A time in English and digits, such as `24 hours`, `3-5 business days` or `1 to 2 weeks`. */
const spans =
  /(?<![\d.])(?<least>\d{1,5}(?:\.\d{1,3})?)(?: ?(?:-|–|to) ?(?<most>\d{1,5}(?:\.\d{1,3})?))? ?(?:(?:business|calendar|working) )?(?<unit>hour|day|week)s?\b/gi;

/** The fewest and the most hours that a unit may stand for: days may be of work, with a weekend and holidays between them. */
const hours: Readonly<Record<string, readonly [fewest: number, most: number]>> = {
  hour: [0.5, 2],
  day: [8, 72],
  week: [40, 336],
};

export default rule({
  title: 'The time of delivery is in hours, and its text says the same.',
  level: 'MUST',
  section: '2.3',
  sentence:
    'delivery_time: number, Estimated delivery time in hours; delivery_time_text: string, Delivery time as text.',
  expected: [
    'with "24 hours" half to twice as many hours',
    'with "3 business days" at least 16 hours, and at most 9 days',
    'any number where the text has no time in English and digits, or several',
  ],
  appliesTo: { document: 'service', operation: 'getShippingRates', status: 200 },
  check(exchange) {
    const rates = elementsOf(exchange);
    const index = rates.findIndex((rate) => contradicts(rate.delivery_time, rate.delivery_time_text));
    if (index === -1) return 'pass';
    const { delivery_time: time, delivery_time_text: text } = rates[index] ?? {};
    return {
      actual: `delivery_time ${JSON.stringify(time)} with the text ${JSON.stringify(text).slice(0, 80)}`,
      pointer: `/data/${index}/delivery_time`,
    };
  },
});

/** A time of 0 says that it is not known. */
function contradicts(time: unknown, text: unknown): boolean {
  if (typeof time !== 'number' || time === 0 || typeof text !== 'string') return false;
  const [span, another] = [...text.matchAll(spans)];
  if (span?.groups === undefined || another !== undefined) return false;
  const { least, most = least, unit = '' } = span.groups;
  const [fewest, greatest] = hours[unit.toLowerCase()] ?? [0, Infinity];
  // Within the last day or week of those that the text counts.
  const whole = unit.toLowerCase() === 'hour' ? 0 : 1;
  return time < (Number(least) - whole) * fewest || time > Number(most) * greatest;
}
