import { mutatedBodies } from '../../src/conformance/cases/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'A value that the document excludes, where the specification is silent, is refused.',
  level: 'ASSUMED',
  section: '8',
  sentence:
    'Maximum request size, maximum number of boxes or items, and value bounds of numeric fields: not shown.',
  expected: ['status 400'],
  scope: 'service',
  priority: 6,
  cases: (planner) =>
    mutatedBodies(planner, (mutation) => mutation.level === 'ASSUMED').map((draft) => ({
      ...draft,
      level: 'ASSUMED' as const,
    })),
  judge({ case: item, outcome, operation }) {
    if (item.accept.includes(outcome.status)) return 'kept';
    // Served or refused is open; any other status is not.
    const served = outcome.status >= 200 && outcome.status < 300;
    return {
      actual: `status ${outcome.status}`,
      ...(operation && served ? { level: 'ASSUMED' as const } : {}),
    };
  },
});
