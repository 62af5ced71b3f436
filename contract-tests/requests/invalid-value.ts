import { mutatedBodies } from '../../src/conformance/cases/mutated-bodies.js';
import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'An invalid value is refused.',
  level: 'MUST',
  section: '4.2 rule 1',
  sentence:
    'A missing required field or an invalid value yields a validation error (section 7) with status false and response_code "400".',
  expected: ['status 400'],
  scope: 'any',
  priority: 2,
  cases: (planner) =>
    mutatedBodies(planner, (mutation) => mutation.kind === 'constraint' && mutation.level === 'MUST'),
});
