import { rule } from '../../src/conformance/rules/rule.js';
import { elementsOf } from '../../src/conformance/checks/envelope.js';

type Category = Record<string, unknown>;

/** So many, and most of those that were updated, at several times each: these two are mixed up, and no clock or default is wrong. */
const enough = 3;

export default rule({
  title: 'A category is not updated before it is created.',
  level: 'MUST',
  section: '2.2',
  sentence: 'created_at: Timestamp of creation; updated_at: Timestamp of the last update.',
  expected: ['updated_at at or after created_at', 'a warning where it is before in a few categories'],
  appliesTo: { document: 'service', operation: 'listCategories', status: 200 },
  check(exchange) {
    const categories = elementsOf(exchange);
    const spans = categories.map(updatedAfter);
    const index = spans.findIndex((span) => span < 0);
    if (index === -1) return 'pass';
    const reversed = categories.filter((category) => updatedAfter(category) < 0);
    const areMixedUp =
      reversed.length >= enough &&
      reversed.length > spans.filter((span) => span > 0).length &&
      (['created_at', 'updated_at'] as const).every(
        (field) => new Set(reversed.map((category) => category[field])).size > 1,
      );
    const count = areMixedUp ? ` in ${reversed.length} of ${categories.length} categories` : '';
    return {
      actual: `updated_at before created_at${count}`,
      pointer: `/data/${index}/updated_at`,
      ...(!areMixedUp && { level: 'SHOULD' as const }),
    };
  },
});

/** Milliseconds; NaN where one of them is no time. */
function updatedAfter({ created_at, updated_at }: Category): number {
  return Date.parse(String(updated_at)) - Date.parse(String(created_at));
}
