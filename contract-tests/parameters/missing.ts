import { wrongParameters } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedFor } from '../../src/conformance/rules/traffic-request.js';

export default rule({
  title: 'A request without a required parameter is rejected.',
  level: 'MUST',
  section: 'document',
  sentence: 'The parameters of an operation.',
  expected: ['a documented rejection, such as 400 or 422'],
  appliesTo: { document: 'other' },
  priority: 2,
  inTraffic: rejectedFor(['parameter missing']),
  cases: (planner) => wrongParameters(planner, 'missing'),
});
