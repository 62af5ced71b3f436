import { rule } from '../../src/conformance/rules/rule.js';

export default rule({
  title: 'Every request gets an answer.',
  level: 'MUST',
  section: '1',
  sentence: 'The service is a JSON-over-HTTP developer interface for a shipping and commerce platform.',
  expected: ['a complete HTTP answer within the time-out'],
  scope: 'any',
  judgeOutcome: ({ outcome }) => (outcome.kind === 'answer' ? 'kept' : { actual: outcome.reason }),
});
