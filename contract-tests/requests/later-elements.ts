import { mutatedBodies } from '../../src/conformance/cases/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Every element of an array is checked, not only the first.',
  level: 'MUST',
  section: '2.4',
  sentence: 'box_dimension: array of Box; items: array of item; every field is required.',
  expected: ['status 400'],
  appliesTo: { document: 'any' },
  priority: 3,
  cases: (planner) =>
    mutatedBodies(planner, (mutation) => mutation.later !== false && mutation.level === 'MUST'),
});
