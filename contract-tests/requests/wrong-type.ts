import { mutatedBodies } from '../../src/conformance/cases/bodies/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';
import { rejectedFor } from '../../src/conformance/rules/traffic-request.js';

export default rule({
  title: 'A value of the wrong type is rejected.',
  level: 'MUST',
  section: '7',
  sentence:
    '400 Bad Request: Invalid request parameters (missing required fields, invalid values, wrong types or formats).',
  expected: ['status 400'],
  inOtherDocuments: {
    expected: ['a rejection, such as 400 or 422'],
    quotes: 'requestBody',
  },
  appliesTo: { document: 'any' },
  priority: 3,
  inTraffic: rejectedFor(['type']),
  cases: (planner) =>
    mutatedBodies(
      planner,
      (mutation) => mutation.kind === 'type' && !mutation.later && mutation.level === 'MUST',
    ),
});
