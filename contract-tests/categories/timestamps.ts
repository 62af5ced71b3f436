import { rule } from '../../src/conformance/rules/rule.js';
import type { Breach } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

/** ISO 8601 in its extended form: seconds and fractions are optional, UTC is not. */
const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:[Zz]|[+-]00(?::?00)?)$/;

export default rule({
  title: 'Timestamps of a category are ISO 8601 date-times in UTC.',
  level: 'MUST',
  section: '2.2',
  sentence:
    'created_at: Timestamp of creation (shape: ISO 8601 UTC date-time); updated_at: Timestamp of the last update (same shape).',
  expected: ['such as 2024-02-11T08:30:12Z, with or without fractions; UTC as Z or +00:00'],
  appliesTo: { document: 'service', operation: 'listCategories', status: 200 },
  check(exchange) {
    const breaches = elementsOf(exchange).flatMap((category, index) =>
      ['created_at', 'updated_at'].flatMap((name) => breachOf(category[name], `/data/${index}/${name}`)),
    );
    return breaches.length === 0 ? 'pass' : breaches.slice(0, 20);
  },
});

function breachOf(value: unknown, pointer: string): Breach[] {
  if (typeof value !== 'string' || isTimestamp(value)) return [];
  return [{ actual: JSON.stringify(value.slice(0, 60)), pointer }];
}

/** Whether the text has the form of a date-time, and is one that exists. */
function isTimestamp(text: string): boolean {
  const [year, month, day, hour, minute, second] = (dateTime.exec(text) ?? [])
    .slice(1)
    .map((part) => Number(part || 0));
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
  return exists && (hour ?? 0) <= 24 && (minute ?? 0) < 60 && (second ?? 0) <= 60;
}
