import type { Mutation } from '../../src/conformance/cases/generate/mutations.js';
import { mutatedBodies } from '../../src/conformance/cases/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A value that the document excludes, where the specification is silent, is rejected.',
  level: 'ASSUMED',
  section: '8',
  sentence:
    'Maximum request size, maximum number of boxes or items, and value bounds of numeric fields: not shown.',
  expected: ['status 400'],
  appliesTo: { document: 'service' },
  priority: 6,
  cases: (planner) =>
    [...mutatedBodies(planner, firstOfEach())].map((draft) => ({
      ...draft,
      level: 'ASSUMED' as const,
    })),
  check({ case: item, response, operation }) {
    if (item.accept.includes(response.status)) return 'pass';
    // Whether such a value is served is open; any other status breaks more than an assumption.
    const served = response.status >= 200 && response.status < 300;
    return {
      actual: `status ${response.status}`,
      ...(operation && served ? { level: 'ASSUMED' as const } : {}),
    };
  },
});

/** Picks the first two assumed values of each field: each breaks the same assumption in another way. */
function firstOfEach(): (mutation: Mutation) => boolean {
  const counts = new Map<string, number>();
  return ({ level, problem: { pointer } }) => {
    if (level !== 'ASSUMED') return false;
    const count = (counts.get(pointer) ?? 0) + 1;
    counts.set(pointer, count);
    return count <= 2;
  };
}
