import { mutatedBodies } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedFor } from '../../src/conformance/rules/traffic-request.js';

export default rule({
  title: 'An invalid value is rejected.',
  level: 'MUST',
  section: '4.2 rule 1',
  sentence:
    'A missing required field or an invalid value yields a validation error (section 7) with status false and response_code "400".',
  expected: ['status 400'],
  inOtherDocuments: {
    expected: ['a rejection, such as 400 or 422'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  priority: 2,
  inTraffic: rejectedFor(['value', 'unknown field']),
  cases: (planner) =>
    mutatedBodies(planner, (mutation) => mutation.kind === 'constraint' && mutation.level === 'MUST'),
});
