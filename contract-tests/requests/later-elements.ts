import { mutatedBodies } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Every element of an array is checked, not only the first.',
  level: 'MUST',
  section: '2.4',
  sentence: 'box_dimension: array of Box; items: array of item; every field is required.',
  expected: ['status 400'],
  inOtherDocuments: {
    expected: ['a rejection, such as 400 or 422'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  hasControls: true,
  priority: 3,
  cases: (planner) =>
    mutatedBodies(planner, (mutation) => mutation.later !== false && mutation.level === 'MUST'),
});
