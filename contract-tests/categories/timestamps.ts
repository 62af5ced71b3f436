import { rule, type Breach } from '../../src/conformance/rules/rule.js';
import { isUtcDateTime } from '../../src/conformance/checks/iso-8601.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

export default rule({
  title: 'Timestamps of a category are ISO 8601 date-times in UTC.',
  level: 'MUST',
  section: '2.2',
  sentence:
    'created_at: Timestamp of creation (shape: ISO 8601 UTC date-time); updated_at: Timestamp of the last update (same shape).',
  expected: ['such as 2024-02-11T08:30:12Z, or in another form of ISO 8601; UTC as Z or +00:00'],
  appliesTo: { document: 'service', operation: 'listCategories', status: 200 },
  check(exchange) {
    const breaches = elementsOf(exchange).flatMap((category, index) =>
      ['created_at', 'updated_at'].flatMap((name) => breachOf(category[name], `/data/${index}/${name}`)),
    );
    return breaches.length === 0 ? 'pass' : breaches.slice(0, 20);
  },
});

function breachOf(value: unknown, pointer: string): Breach[] {
  if (typeof value !== 'string' || isUtcDateTime(value)) return [];
  return [{ actual: JSON.stringify(value.slice(0, 60)), pointer }];
}
