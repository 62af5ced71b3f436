import { wrongParameters } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedFor } from '../../src/conformance/rules/traffic-request.js';

export default rule({
  title: 'A parameter that its schema excludes is rejected.',
  level: 'MUST',
  section: 'document',
  sentence: 'The parameters of an operation.',
  expected: ['a documented rejection, such as 400 or 422', 'for a parameter of the path also 404'],
  appliesTo: { document: 'other' },
  priority: 2,
  inTraffic: rejectedFor(['parameter value']),
  cases: (planner) => wrongParameters(planner, 'value'),
});
