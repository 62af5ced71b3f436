import type { Mutation } from '../../src/conformance/cases/generate/mutations.js';
import type { Planner } from '../../src/conformance/cases/planner.js';
import { mutatedBodies } from '../../src/conformance/cases/bodies/mutated-bodies.js';
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
    [...mutatedBodies(planner, someOfEach(planner))].map((draft) => ({
      ...draft,
      level: 'ASSUMED' as const,
    })),
  check({ case: item, response, operation }) {
    if (item.accept.includes(response.status)) return 'pass';
    // A server may serve such a value or not; any other status breaks more than an assumption.
    const served = response.status >= 200 && response.status < 300;
    return {
      actual: `status ${response.status}`,
      ...(operation && served ? { level: 'ASSUMED' as const } : {}),
    };
  },
});

/**
 * Picks two assumed values of each field, each of which breaks the same assumption in another way: where such a value fails no
 * run, only one, and of a text with a form none at all and a negative number. Of fields with one name, such as those of sender
 * and receiver, the first then stands for all.
 */
function someOfEach(planner: Planner): (mutation: Mutation) => boolean {
  const counts = new Map<string, number>();
  const many = planner.level === 'ASSUMED';
  const firsts = new Map<unknown, string>();
  return ({ level, value, path, problem: { pointer } }) => {
    if (level !== 'ASSUMED') return false;
    const first = firsts.get(path.at(-1)) ?? pointer;
    firsts.set(path.at(-1), first);
    if (!many && first !== pointer) return false;
    if (typeof value === 'string' && !many) return value === '' || value === '-1' || value.endsWith('ZZ');
    const count = (counts.get(pointer) ?? 0) + 1;
    counts.set(pointer, count);
    return count <= (many ? 2 : 1);
  };
}
